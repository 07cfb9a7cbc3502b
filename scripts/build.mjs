// Builds the four programs into dist/ and copies the two doors into the plugin.
// The doors (hook, mcp) carry no dependency; the daemon and the CLI keep their packages external.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const quiet = process.argv.includes('--quiet');
const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));

// `import fs from 'node:fs'` costs about 3 ms more than process.getBuiltinModule('node:fs') at start (npm run bench),
// which a door cannot afford; so the doors' built-in imports (default imports only) are rewritten.
const builtinsWithoutEsm = {
  name: 'builtins-without-esm',
  setup(b) {
    b.onResolve({ filter: /^node:/ }, (args) => ({ path: args.path, namespace: 'builtin' }));
    b.onLoad({ filter: /.*/, namespace: 'builtin' }, (args) => ({
      contents: `export default process.getBuiltinModule(${JSON.stringify(args.path)})`,
    }));
  },
};

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

await build({
  ...common,
  entryPoints: ['src/entry/hook.ts', 'src/entry/mcp.ts'],
  outdir: 'dist',
  minify: true,
  plugins: [builtinsWithoutEsm],
});
await build({
  ...common,
  entryPoints: ['src/entry/cli.ts', 'src/entry/daemon.ts'],
  outdir: 'dist',
  packages: 'external',
});
fs.chmodSync(path.join(root, 'dist/cli.mjs'), 0o755);

fs.mkdirSync(path.join(root, 'plugin/dist'), { recursive: true });
for (const door of ['hook.mjs', 'mcp.mjs']) {
  fs.copyFileSync(path.join(root, 'dist', door), path.join(root, 'plugin/dist', door));
}
if (!quiet) {
  for (const name of ['hook', 'mcp', 'cli', 'daemon']) {
    const { size } = fs.statSync(path.join(root, 'dist', `${name}.mjs`));
    console.log(`dist/${name}.mjs  ${(size / 1024).toFixed(1)} KB`);
  }
}
