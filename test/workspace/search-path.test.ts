import assert from 'node:assert/strict';
import { MemoryHost } from '../../src/workspace/memory-host';
import { moduleName, searchPath, sitePackages } from '../../src/workspace/search-path';

function hostOf(...paths: string[]): MemoryHost {
  return new MemoryHost(Object.fromEntries(paths.map((path) => [path, ''])));
}

describe('search path', () => {
  it('has the folder of the file, the paths, the root and its src', () => {
    const host = hostOf('/w/app/train.py', '/w/src/lib/__init__.py', '/w/extra/x.py');
    assert.deepEqual(searchPath(host, { root: '/w', file: '/w/app/train.py', paths: ['extra', 'gone'] }), {
      paths: ['/w/app', '/w/extra', '/w', '/w/src'],
      libraryRoots: [],
      problems: [{ about: 'paths', message: 'the folder gone does not exist' }],
    });
  });

  it('takes a folder that packages were installed into for libraries', () => {
    const host = hostOf(
      '/libs/timm/__init__.py',
      '/libs/timm-1.0.dist-info/METADATA',
      '/mine/timm/__init__.py',
    );
    assert.deepEqual(searchPath(host, { root: '/w', paths: ['/libs', '/mine'] }), {
      paths: ['/libs', '/mine', '/w'],
      libraryRoots: ['/libs'],
      problems: [],
    });
  });

  it('has the folder above the outermost package of the file', () => {
    const host = hostOf('/w/src/pkg/__init__.py', '/w/src/pkg/nn/__init__.py', '/w/src/pkg/nn/net.py');
    assert.deepEqual(searchPath(host, { root: '/w', file: '/w/src/pkg/nn/net.py' }).paths, [
      '/w/src',
      '/w',
      '/w/src/pkg/nn',
      '/w/src/pkg',
    ]);
    assert.equal(moduleName(host, '/w/src/pkg/nn/net.py'), 'pkg.nn.net');
    assert.equal(moduleName(host, '/w/src/pkg/nn/__init__.py'), 'pkg.nn');
  });

  it('takes a folder for a package where a file imports relatively out of it', () => {
    const host = new MemoryHost({
      '/w/repo/models/net.py': 'from .parts import Block\n',
      '/w/repo/models/parts.py': '',
      '/w/repo/models/deep/net.py': 'from ..parts import (\n    Block,\n)\n',
    });
    assert.equal(moduleName(host, '/w/repo/models/net.py'), 'models.net');
    assert.equal(moduleName(host, '/w/repo/models/parts.py'), 'parts');
    assert.equal(moduleName(host, '/w/repo/models/deep/net.py'), 'models.deep.net');
    assert.ok(searchPath(host, { root: '/w', file: '/w/repo/models/net.py' }).paths.includes('/w/repo'));
  });

  it('finds the packages of an environment', () => {
    const unix = hostOf(
      '/e/lib/python3.11/site-packages/a.py',
      '/e/lib64/python3.11/site-packages/a.py',
      '/e/bin/python',
    );
    assert.deepEqual(sitePackages(unix, '/e'), ['/e/lib/python3.11/site-packages']);
    assert.deepEqual(sitePackages(unix, '/e/bin/python'), ['/e/lib/python3.11/site-packages']);
    assert.deepEqual(sitePackages(hostOf('/e/Lib/site-packages/a.py'), '/e'), ['/e/Lib/site-packages']);
    assert.deepEqual(sitePackages(hostOf('/p/timm/__init__.py'), '/p'), ['/p']);
    assert.deepEqual(sitePackages(hostOf(), '/none'), []);
  });

  it('follows editable installs', () => {
    const site = '/e/lib/python3.11/site-packages';
    const host = hostOf('/code/one/one/__init__.py', '/code/two/src/two/__init__.py', '/w/x.py');
    host.write(`${site}/one.pth`, '/code/one\n# a comment\nimport something\n');
    host.write(
      `${site}/__editable__.two.pth`,
      'import __editable___two_1_0_finder; __editable___two_1_0_finder.install()',
    );
    host.write(
      `${site}/__editable___two_1_0_finder.py`,
      "MAPPING: dict[str, str] = {'two': '/code/two/src/two'}\n",
    );
    const found = searchPath(host, { root: '/w', python: '/e' });
    assert.deepEqual(found.paths, ['/w', site, '/code/one', '/code/two/src']);
    assert.deepEqual(found.libraryRoots, [site]);
  });
});
