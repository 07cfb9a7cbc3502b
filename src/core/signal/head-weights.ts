/** Weights of head.ts. Written by `npm run bench -- signals-head`; do not edit by hand. */
import type { HeadWeights } from './head.ts';

export const HEAD_WEIGHTS: HeadWeights = {
  named: {
    bias: -0.471,
    evidence: 2.841,
    closeness: 0.647,
    ctx_after_interrupt: -0.324,
    ctx_tool_rejection: -0.326,
    ctx_plan_rejection: -0.202,
    prev_none: -1.036,
    prev_asks: -0.086,
    prev_offers: -0.089,
    prev_options: -0.044,
    prev_apologises: -0.006,
    prev_trouble: 0.005,
    prev_claims: -0.064,
    apart: 0.26,
    close: 0.144,
    short: -0.028,
    long: 0,
    very_long: 0,
    plain: 0.489,
    answers: -0.35,
    wordless: 0.177,
    caps: 0.05,
  },
  vectors:
    '8xcTCKvw7twL7N4J7xHwTOouNt4LAqAJLTDz8RUZFCXc5dgI/hglCf8jCBcU9AYIH/sR/BPX8eIcE/cwxBoA4EHq5cv3IELKAzT0HPnQIfQAtw' +
    'gVKyD/5jEI4+Mu6TjsK2rVMt373hMz4fr6Dx0E/S8Y5ZoI/rwV3Pf4Jw049gD2+SH0tMXV2uv3/8bwGv82FM/X6PoFAt3Z/wD6GwMFFyKw9Sg5' +
    '7uQj4QkPsC4LIzjeN9wRMv3s1Sbe6BXy/vcp4Obv0PYDCwnQ6hf5JAIm7CzzCesQ3PzH6dU4xfPpKQC1+/4tzvPoAPvtDvbqKQ/3AAkyAAUJFd' +
    '8pCdnS2BD/QCGl9AP3Ewfa1zIWLvDtHAhd6gwB+RgBGfQz9gAd8x7VHSMEFAoFB0/a1dMav/30y+DqByIu2Pf98S0G8AM01gDdE8D7ywpCvAQU' +
    '+hnd01EJCAPQEw4hsRrxCe/yUvkgGD4B8/pVUxz5oCLSAf0LAhzuBeoA4ssN0AkJ2QH8zSf/mwPa7MsE3OnWIPDl8TQp+eRH9P3p4hHqBt4TLB' +
    'Dm+yIN5usY7DjA1AksC/YK1TcJSf0m9/3kxiAwBBwAFOIo/qwm/xclDQjdw/IED8kjCwgM7xsPWvQFABrk5NYNwfPr6Qjg5v7U21kgDlcKJuf2' +
    'ICfE5QzZ8Azo9gzp1BYw1wATGiULB+PbQArhCsIRHPzAzBMtAQ+zO+oQRyrqVgMk2ggpBiPwA/0e5+fV9g/tNOYNDNfsEdfY7txYxdX4APExEw' +
    'kG/unpCgrVLQMI7OXhxwfE9fc/6DYH5cQlEvgOHgAAB/MUBioQH0T3OAD48O/3uP7j4gsF4+ZV4gg1Ug/WUe8OHiYrFvDb9gjp8gXn2RbI9bG+' +
    '8f8FDUsH/egB4BgVXAMAAMj+Ki1JHB+8Be4C5An0FvIA+fExBfjV6AxDyQDyDOM8BB7w/Nuw0w0sJRfcDjsK0ATr+zLnBz4HU6bY3RT601TO/A' +
    'zl4hrk0/oh5RAMJO4Z//ISEBi/5O79A77lDzbv8vDM1AQ4/uMf/DMMJCIH8hnG/vIFAt788AMcCmzy8+7O0Qn7BgH8FRUTEffwCvLi9+slBObv' +
    'wxX3ABra5PH9/DAOzv8REh8mCfQN+9jbF/YBFAj8EicEEQUdtsD2GAj1ABfx8wonGfEAJ+8P7vT9APjpyRkgCQoiOygI2QDoDgX8C/pPFOXzyA' +
    'EPC88FDNMALwwzGjwRGwIhHAUNKuj1DQkU8QjbGgQCIw/7A/k5EhUUyePlAuLK3RYr6QjxFP/IDtn72+PZ7ykQ/BAuCxD76Bgg4AIKCA2BDPIB' +
    'JABEzQEnHRDyGv4GCg8hDQPbDAUT5M5J+PXYKgTG7fW747DMG9gtERK97On6KPQl7LzzC/c1Cvb86uI48v4qANMOAA7QLBn2/PELyisGHgb+Gu' +
    'wVCAH98P8cAtvwFwUwGAAj4u4E9w8M8OkY9hvwDQdU+NMh9B/19wrWASld4AT4/ekX7+EB8AkLFvkQ4/LmNQwc3BwWwuK3+ykyICjs3jQK',
  unit: 0.00437387,
};
