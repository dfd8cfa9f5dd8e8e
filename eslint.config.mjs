import js from '@eslint/js';
import globals from 'globals';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'src/generated/', '.cache/', '.vscode-test*/'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  { files: ['scripts/**', 'bench/**', '*.mjs'], languageOptions: { globals: globals.node } },
  {
    // The core runs the same in Node, in a browser worker and in tests: no I/O, no editor.
    files: ['src/{python,device,torch,libraries,ledger,advice,features}/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['node:*', 'vscode', 'vscode-*', 'fs', 'path', 'os', 'child_process'],
              message: 'The core does no I/O.',
            },
          ],
        },
      ],
    },
  },
);
