/** The suite in the web extension host. */
import 'mocha/mocha';
import { report } from './report';

/** Called by VS Code; rejects when a test failed. */
export async function run(): Promise<void> {
  mocha.setup({ ui: 'bdd', reporter: 'spec', timeout: 30_000 });
  // Tests register themselves when their files are evaluated: not before mocha is set up.
  await import('./all');
  await report((done) => mocha.run(done));
}
