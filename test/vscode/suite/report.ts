/** Runs mocha, prints "suite: N passed, N failed" and rejects when a test failed. */
export function report(start: (done: (failures: number) => void) => Mocha.Runner): Promise<void> {
  return new Promise((resolve, reject) => {
    let passed = 0;
    const runner = start((failures) => {
      console.log(`suite: ${passed} passed, ${failures} failed`);
      if (failures > 0) reject(new Error(`${failures} failed`));
      else resolve();
    });
    runner.on('pass', () => passed++);
  });
}
