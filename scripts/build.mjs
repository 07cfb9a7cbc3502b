// Builds the four programs into dist/ and copies the two doors into the plugin. `--pack` makes no links, which npm leaves out.
// The doors (hook, mcp) carry no dependency; the daemon and the CLI keep their packages external. `--doors` builds the
// doors alone, `--out DIR` builds elsewhere and leaves the plugin as it is.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { minify } from 'terser';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const quiet = process.argv.includes('--quiet');
const doorsOnly = process.argv.includes('--doors');
const outFlag = process.argv.indexOf('--out');
const dist = outFlag === -1 ? path.join(root, 'dist') : path.resolve(process.argv[outFlag + 1]);
const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));

// `import fs from 'node:fs'` costs about 3 ms more than process.getBuiltinModule('node:fs') at start (npm run bench),
// which a door cannot afford; so the doors' built-in imports (default imports only) are rewritten. All but the two that
// every event needs are loaded at their first use: node:net, node:crypto and node:child_process take milliseconds each.
// Of those two, the functions named here may be imported by name, which makes the doors smaller.
const NAMED = {
  'node:fs': 'closeSync, existsSync, openSync, readSync, statSync',
  'node:path': 'basename, dirname, join, resolve',
};
const NEEDED_AT_ONCE = Object.keys(NAMED);
const LAZY = 'builtin:lazy';
const builtinsWithoutEsm = {
  name: 'builtins-without-esm',
  setup(b) {
    b.onResolve({ filter: /^(node:|builtin:)/ }, (args) => ({ path: args.path, namespace: 'builtin' }));
    b.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path: name }) => ({
      contents: NEEDED_AT_ONCE.includes(name)
        ? `const whole = process.getBuiltinModule(${JSON.stringify(name)}); export default whole; export const { ${NAMED[name]} } = whole`
        : name === LAZY
          ? 'export default (name) => new Proxy({}, { get: (_, key) => process.getBuiltinModule(name)[key] })'
          : `import lazy from ${JSON.stringify(LAZY)}; export default lazy(${JSON.stringify(name)})`,
    }));
  },
};

// Node starts CommonJS three milliseconds (a seventh) sooner than a module, so the hook is built to be read as either, and what
// is run at every turn is hook.cjs. It is called hook.mjs, too: a link, which Node follows before it looks at the name.
const DOORS = ['hook.cjs', 'mcp.mjs'];

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  outExtension: { '.js': '.mjs' },
  define: { 'process.env.CLAUDE_SMART_VERSION': JSON.stringify(version) },
  logLevel: 'warning',
};

const door = { ...common, minify: true, charset: 'utf8', plugins: [builtinsWithoutEsm] };
await build({
  ...door,
  entryPoints: ['src/entry/hook.ts'],
  outfile: path.join(dist, 'hook.cjs'),
});
await build({ ...door, entryPoints: ['src/entry/mcp.ts'], outdir: dist });
// esbuild minifies in one pass; terser takes another kilobyte off, which the doors' fence makes worth its second.
// (No function of the doors is used as a constructor, so all may become arrows; and none makes text of what is no text, so
// that templates may become sums.)
for (const door of DOORS) {
  const file = path.join(dist, door);
  const { code } = await minify(fs.readFileSync(file, 'utf8'), {
    module: true,
    ecma: 2020,
    compress: { passes: 3, unsafe_arrows: true, unsafe: true, unsafe_comps: true },
    // V8 reads a text of one byte a character sooner.
    format: { ascii_only: true },
  });
  fs.writeFileSync(file, code);
}
const alias = path.join(dist, 'hook.mjs');
fs.rmSync(alias, { force: true });
try {
  if (process.argv.includes('--pack')) throw new Error('npm leaves links out');
  fs.symlinkSync('hook.cjs', alias);
} catch {
  fs.copyFileSync(path.join(dist, 'hook.cjs'), alias);
}
// ink and React take a fifth of a second to load, so the screen that needs them is a file of its own, loaded at its first use.
const SCREEN = 'review.mjs';
const screenApart = {
  name: 'screen-apart',
  setup(b) {
    b.onResolve({ filter: /\/screen\.tsx$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: `./${SCREEN}`, external: true } : undefined,
    );
  },
};
// zod speaks sixty languages, which take 11 MB and 20 ms of a program that loads all of it. Built in, what is not used stays out.
const builtIn = {
  name: 'built-in',
  setup(b) {
    b.onResolve({ filter: /^zod$/ }, ({ path: name }) => ({ path: fileURLToPath(import.meta.resolve(name)) }));
  },
};
if (!doorsOnly) {
  const behind = { ...common, packages: 'external', plugins: [builtIn, screenApart] };
  await build({
    ...behind,
    entryPoints: ['src/entry/cli.ts', 'src/entry/daemon.ts'],
    outdir: dist,
  });
  await build({ ...behind, entryPoints: ['src/cli/review/screen.tsx'], outfile: path.join(dist, SCREEN) });
  fs.chmodSync(path.join(dist, 'cli.mjs'), 0o755);
  const licence = new URL('./LICENSE', import.meta.resolve('zod'));
  fs.writeFileSync(
    path.join(dist, 'LICENSES.txt'),
    `cli.mjs and daemon.mjs hold parts of zod.\n\n${fs.readFileSync(licence)}`,
  );
}

if (outFlag === -1) {
  fs.rmSync(path.join(root, 'plugin/dist'), { recursive: true, force: true });
  fs.mkdirSync(path.join(root, 'plugin/dist'), { recursive: true });
  for (const door of DOORS) {
    fs.copyFileSync(path.join(dist, door), path.join(root, 'plugin/dist', door));
  }
}
if (!quiet) {
  for (const name of doorsOnly ? ['hook', 'mcp'] : ['hook', 'mcp', 'cli', 'daemon']) {
    const { size } = fs.statSync(path.join(dist, `${name}.mjs`));
    console.log(`dist/${name}.mjs  ${(size / 1024).toFixed(1)} KB`);
  }
}
