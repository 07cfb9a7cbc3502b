import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import { REPO, temporaryHome } from '../fixtures/home.ts';

const OPEN = `
  import { openStore } from ${JSON.stringify(path.join(REPO, 'src/store/open.ts'))};
  openStore(process.argv[2]).close();
`;

test('four processes that open a new database at once all go on, and the schema is made once', async () => {
  const { root } = temporaryHome();
  const file = path.join(root, 'data', 'emend.db');
  const script = path.join(root, 'open.mts');
  fs.writeFileSync(script, OPEN);
  const opened = await Promise.all(
    Array.from({ length: 4 }, () =>
      execa('node', ['--import', path.join(REPO, 'node_modules/tsx/dist/loader.mjs'), script, file], { reject: false }),
    ),
  );
  expect(opened.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(Array(4).fill([0, '']));
  const sqlite = new Database(file, { readonly: true });
  const applied = sqlite
    .prepare('select count(*) as n, count(distinct hash) as hashes from __drizzle_migrations')
    .get();
  sqlite.close();
  const migrations = fs.readdirSync(path.join(REPO, 'migrations')).filter((name) => name.endsWith('.sql')).length;
  expect(applied).toEqual({ n: migrations, hashes: migrations });
});

test('a database that a newer version wrote is refused and left untouched', () => {
  const file = path.join(temporaryHome().root, 'emend.db');
  openStore(file).close();
  const sqlite = new Database(file);
  sqlite.prepare("insert into __drizzle_migrations (hash, created_at) values ('of the future', 99999999999999)").run();
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  sqlite.close();
  const before = fs.readFileSync(file);
  expect(() => openStore(file)).toThrowError(
    expect.objectContaining({ code: 'database_newer', hint: expect.stringContaining('Update claude-smart') }),
  );
  expect(fs.readFileSync(file).equals(before)).toBe(true);
});

test('the database is readable by its owner only', () => {
  const file = path.join(temporaryHome().root, 'data', 'emend.db');
  openStore(file).close();
  expect((fs.statSync(file).mode & 0o777).toString(8)).toBe('600');
  expect((fs.statSync(path.dirname(file)).mode & 0o777).toString(8)).toBe('700');
});
