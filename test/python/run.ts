/** A machine for tests: runs Python scripts as programs, without a device or libraries. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pythonSources } from '../../src/generated/python-sources';
import { createFrontEnd } from '../../src/python/front_end';
import type { SourceHost } from '../../src/python/imports';
import { runScript, type Outcome } from '../../src/python/program';
import { stdlibNatives } from '../../src/python/stdlib/natives';
import { VM } from '../../src/python/vm';
import { memoryPressure } from '../../src/server/memory-pressure';
import { loadParser } from './parse/python';

/** Reads the real file system. */
const host: SourceHost = {
  readFile: (path) => (existsSync(path) && statSync(path).isFile() ? readFileSync(path, 'utf8') : undefined),
  isFile: (path) => existsSync(path) && statSync(path).isFile(),
  isDirectory: (path) => existsSync(path) && statSync(path).isDirectory(),
  readBytes: (path, offset, length) =>
    existsSync(path) ? readFileSync(path).subarray(offset, offset + length) : undefined,
  fileSize: (path) => (existsSync(path) ? statSync(path).size : undefined),
  listDirectory: (path) => (existsSync(path) ? readdirSync(path) : []),
};

export interface ScriptRun extends Outcome {
  stdout: string;
  stderr: string;
  /** Both, as they came. */
  output: string;
}

export interface ScriptRunner {
  /** Runs the script at an absolute path. */
  run(path: string, argv?: string[]): ScriptRun;
}

/** Makes a machine that serves many runs, whose memory is as full as `pressure` says. */
export async function createRunner(pressure = memoryPressure): Promise<ScriptRunner> {
  let stdout = '';
  let stderr = '';
  let output = '';
  const vm = new VM({
    frontEnd: createFrontEnd(await loadParser()),
    host,
    libraries: [{ natives: stdlibNatives, sources: pythonSources }],
    write: (stream, text) => {
      if (stream === 'stdout') stdout += text;
      else stderr += text;
      output += text;
    },
    maxInstructions: 100_000_000,
    memoryPressure: pressure,
  });
  return {
    run: (path, argv = []) => {
      stdout = '';
      stderr = '';
      output = '';
      vm.importer.path = [dirname(path)];
      const outcome = runScript(vm, path, argv);
      return { ...outcome, stdout, stderr, output };
    },
  };
}
