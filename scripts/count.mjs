// Adds up vitest's JSON reports and prints one line: "N passed, N failed, N skipped".
import fs from 'node:fs';

const sum = { passed: 0, failed: 0, skipped: 0 };
for (const file of process.argv.slice(2)) {
  if (!fs.existsSync(file)) {
    sum.failed += 1;
    continue;
  }
  const report = JSON.parse(fs.readFileSync(file, 'utf8'));
  sum.passed += report.numPassedTests;
  sum.failed += report.numFailedTests + (report.success || report.numFailedTests > 0 ? 0 : 1);
  sum.skipped += report.numPendingTests;
}
console.log(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
