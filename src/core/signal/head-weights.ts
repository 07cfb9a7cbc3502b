/** Weights of head.ts. Written by `npm run bench -- signals-head`; do not edit by hand. */
import type { HeadWeights } from './head.ts';

export const HEAD_WEIGHTS: HeadWeights = {
  named: {
    bias: -0.848,
    evidence: 2.878,
    closeness: 0.66,
    ctx_after_interrupt: -0.167,
    ctx_tool_rejection: -0.198,
    ctx_plan_rejection: -0.065,
    prev_none: -1.188,
    prev_asks: -0.093,
    prev_offers: -0.097,
    prev_options: -0.048,
    prev_apologises: -0.007,
    prev_trouble: 0.006,
    prev_claims: -0.068,
    apart: 0.272,
    close: 0.145,
    short: -0.012,
    long: 0,
    very_long: 0,
    plain: 0.467,
    answers: -0.387,
    wordless: 0.202,
    caps: 0.065,
  },
  vectors:
    '+h0XC7Ls9twK79oD6hLuT/E1N+AL/JgPLT7y+BQeDSjU4NURABglCf4eBxUZ9gUNHP8L+hXO9O8iEfglvR7+3EPp6csAI0TPAzHyGQDMJfYEtw' +
    'cQJB776TkD4ukt4zXtJHDVNtn63RQ02/UBDiMD/DMW6p0H97YW5Pn4KQs69wD5+SXvpsrU0uj3/sXtGAI5EM7b7/gEAd/c+f73FwMKFyGn8ig5' +
    '8eEm4AgPojQQIzrXMN8OLf/t0CTb5xb18/Qx3enu1vsBDQvU9Rv+JgYm7SvxCOoW3/7L5Nw0wfDqKgCx+QMvzffm+v7rCvPsLQn3+QgxCAEFGe' +
    'ErA9bV1A/9Qxad+ATzEwjY0zYRK/PuGQRb3w3+ARYIGfQ47/4f8h3RIScHFQ0NB1PW1sscu/780N3tCBc10fD97CgA6gAz0QDfFL//zA1ItQcU' +
    '/Rrd0lYTCwPPBg0jph/zCe7tVfcdEkAE9fNgWBr4nSrXAvoICBzvCuUD48kH1QsQ3QD9wyr8mAbT6cwD3OvUI/Pr9DQw9eFM8v/k4xDq/+QRLw' +
    'ngASUQ5Oka7TW61AouCfML0TMKUAAj9QPfvyY6BR3/DOQn+64jACEpFgPYxewFCMwjBgkP7RYQU/QIBRrj29IKwfPw5wHe5gTT4lolCVsPLOf4' +
    'HyTF5g/b8Azj/Abo0hcx0gAUHSYOCd/bPgnkCMcPJP23xhUvAQ6tO+YTSS3lVgEs3gUiASLnAvwg5+PS+xbyNugKB93nD9bd7NpTwtX5AfA8Fw' +
    'gBAurlBgTYMP8S5eTiyAnH9vdF6zwH3ccjHfkLHwACC/cQBCgMF0L2M//48vD0uP/g5w4C5+JX2w04UQfSVe4UJygqGPXX9grm6wTn2R7D86zB' +
    '8PgHDkgG++0I2xYVWf8F+sj9KC5QHiC5AukA4wn1DuwD+u4tCfLV5w1GxADwCuE3AyLs8d2tzQwvMBXdFjwQ1AXm/DzmBD8FV6Xc3BD/00zS/w' +
    '3c3xbn0vId7BILJ+oaBfAaFhy94fL6AbfjBT7t8e3G2RI5AuUk/zQEKScF8RHGAfIGAdX87QEbCXHs9/LKzgv6CAH8FRUVDP3tCPHi8OQmBO3k' +
    'vRn5ABrZ4fL5+y0LwfcNFB8oDPIQ+9HaGvb9EQH/GCYFEQYRr8P6GRDx/xfw8gIoIO78J/ER7/X6Bf7hxxsnDwgnQC4H1wDnDwb+DvtTGuP0wv' +
    '0QCcwLC9IDLQw1HUATGf0mHgUNLunxDgwU9QrQFwX8IhL+BvQ3EhEXxeHc/97L3BQu5wTuEwDHCtv/2OHm9C8Q+w0wChL97hoj4wMGCguBDfT9' +
    'JQBMzf0nHg7uFf8GBREhDwXaDwgU5M1K9/LVJwzA8/a14LXOFtYuCw635uX5IfQo6bf7DPc1BvsC59438P0q+tMSARDMMRXy++0IyTMGIAsAH+' +
    'sVCgIC9P4XAcnuFgQyGQAl5O0F9w8R9Oce9hzvEwhP89Mk9yDv9gbWAjFi4wjz/OgT79sC7gsNGvAS5fDkOREezxscweCxAig3Iivm3jYL',
  unit: 0.00491722,
};
