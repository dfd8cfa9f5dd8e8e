/** A first vram-ledger.json, from what was inferred of the models of the workspace. */
import { settledModel, type Model } from '../workspace/models';
import { dirName } from '../workspace/paths';
import { isNotebook, isPythonFile } from '../workspace/notebook';
import type { Analysis } from './analysis';
import { createFile, firstConfigText } from './config-edits';
import { isProgram } from '../workspace/source';
import type { FileEdit } from './text';

/** Files that are looked at for models. */
const MOST_FILES = 200;
const MOST_FOLDERS = 60;
const SKIPPED = /^(\.|node_modules$|venv$|env$|build$|dist$|__pycache__$|site-packages$)/;

/**
 * The config for the project of a file; undefined where there is one already. The models are those of the file, then those of
 * the other files of the project.
 */
export function firstConfig(analysis: Analysis, path: string): FileEdit | undefined {
  const project = analysis.projects.of(path);
  if (project.configText !== undefined) return undefined;
  const files = isPythonFile(path) ? [path] : [];
  files.push(...pythonFiles(analysis, project.root).filter((file) => file !== path));
  const models = files.flatMap((file) => modelsOf(analysis, file));
  return createFile(
    project.configPath,
    firstConfigText(project, models, scriptOf(analysis, path), problemsOf(analysis, path)),
  );
}

/** The file itself, where it has no models but is a program. */
function scriptOf(analysis: Analysis, path: string): string | undefined {
  if (!isPythonFile(path) || isNotebook(path) || analysis.targetsOf(path).length > 0) return undefined;
  const parsed = analysis.files.parse(path);
  return parsed !== undefined && isProgram(parsed.module) ? path : undefined;
}

/** What is to be said by hand of the models of the file that could not be run. */
function problemsOf(analysis: Analysis, path: string): string[] {
  if (!isPythonFile(path)) return [];
  return analysis
    .targetsOf(path)
    .flatMap((target) => (target.kind === 'model' && target.model.problem !== undefined ? [target] : []))
    .map(({ name, model }) => `${name}: ${model.problem}`);
}

/** The models of a file that can be run; inferred sizes as the last run settled them. */
function modelsOf(analysis: Analysis, path: string): Model[] {
  const text = analysis.files.readFile(path);
  if (text === undefined || !/\bnn\b|\btorch\b/.test(text)) return [];
  return analysis.targetsOf(path).flatMap((target) => {
    if (target.kind !== 'model' || target.model.problem !== undefined) return [];
    const { good } = analysis.figuresOf(target);
    const model = settledModel(target.model);
    return [
      { ...model, target: { ...model.target, sizes: { ...model.target.sizes, ...good?.account.sizes } } },
    ];
  });
}

function pythonFiles(analysis: Analysis, root: string): string[] {
  const { files } = analysis;
  const found: string[] = [];
  const folders = [root];
  for (let i = 0; i < folders.length && i < MOST_FOLDERS && found.length < MOST_FILES; i++) {
    const folder = folders[i]!;
    for (const name of files.listDirectory(folder).sort()) {
      const path = `${folder}/${name}`;
      if (isPythonFile(name)) found.push(path);
      else if (!SKIPPED.test(name) && !name.includes('.') && files.isDirectory(path)) folders.push(path);
    }
  }
  return found.sort((a, b) => dirName(a).length - dirName(b).length || (a < b ? -1 : 1));
}
