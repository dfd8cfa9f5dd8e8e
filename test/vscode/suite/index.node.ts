/** The suite in the Node extension host (a desktop VS Code). */
import Mocha from 'mocha';
import { report } from './report';

/** Called by VS Code; rejects when a test failed. */
export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', reporter: 'spec', timeout: 30_000 });
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  await import('./all');
  await report((done) => mocha.run(done));
}
