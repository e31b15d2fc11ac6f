// Builds the web page: web/built, from web/src.
//
//   node web/build.mjs DIR    write to DIR instead of web/built
//
// The names of files do not depend on their content: tools/pack-web.sh puts them
// below a path that does.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';

const web = path.dirname(new URL(import.meta.url).pathname);
const modules = path.join(web, '../build/web/node_modules');
const esbuild = createRequire(path.join(modules, '.'))('esbuild');
const out = path.resolve(process.argv[2] ?? path.join(web, 'built'));
const source = (...names) => path.join(web, 'src', ...names);

const browsers = ['chrome109', 'firefox115', 'safari16'];

// A game is a folder of src/games; its file index.tsx is loaded when needed.
const games = fs.readdirSync(source('games'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory()).map((entry) => entry.name).sort();

const withoutComments = (svg) => svg.replace(/<!--[^]*?-->/g, '').replace(/>\s+</g, '><').trim();

// Every icon is a symbol of one sprite, in the document: references to it then
// need no request and may use gradients.
function sprite() {
  const icons = fs.readdirSync(source('icons')).sort()
      .filter((name) => name.endsWith('.svg'));
  return icons.map((name) => withoutComments(fs.readFileSync(source('icons', name), 'utf8'))
      .replace(/<svg[^>]*viewBox="([^"]*)"[^>]*>/,
          `<symbol id="i-${path.basename(name, '.svg')}" viewBox="$1">`)
      .replace('</svg>', '</symbol>')).join('');
}

// Style sheets in the order of their names, those of games apart.
function styles(folder) {
  return fs.readdirSync(folder).filter((name) => name.endsWith('.css')).sort()
      .map((name) => fs.readFileSync(path.join(folder, name), 'utf8')).join('');
}

async function writeStyle(name, folder) {
  const { code } = await esbuild.transform(styles(folder),
      { loader: 'css', minify: true, target: browsers });
  if (code) {
    fs.writeFileSync(path.join(out, name), code);
  }
}

// Scripts: the page, and for each game a file that it loads.  esbuild names what
// several of them share by its hash; here it is counted.
async function writeScripts() {
  const entries = [{ in: source('main.tsx'), out: 'app' }, ...games.map((name) =>
    ({ in: source('games', name, 'index.tsx'), out: `game-${name}` }))];
  const { outputFiles } = await esbuild.build({
    entryPoints: entries, outdir: out, bundle: true, splitting: true,
    alias: { 'fathom-client': path.join(web, '../build/clients/typescript/index.js') },
    format: 'esm', minify: true, write: false, charset: 'utf8',
    target: browsers, legalComments: 'none',
    chunkNames: 'shared-[hash]', tsconfig: path.join(web, 'tsconfig.json'),
    jsx: 'automatic', jsxImportSource: 'preact',
    define: { GAMES: JSON.stringify(Object.fromEntries(games.map((name) =>
      [name, styles(source('games', name)) !== '']))) },
  });
  const names = outputFiles.map((file) => path.basename(file.path)).sort();
  const shared = names.filter((name) => name.startsWith('shared-'));
  const rename = (text) => shared.reduce((result, name, index) =>
    result.replaceAll(name, `shared-${index}.js`), text);
  for (const file of outputFiles) {
    fs.writeFileSync(path.join(out, rename(path.basename(file.path))),
        rename(file.text));
  }
}

fs.rmSync(out, { recursive: true, force: true });
fs.mkdirSync(out, { recursive: true });
await writeScripts();
await writeStyle('app.css', source('style'));
for (const game of games) {
  await writeStyle(`game-${game}.css`, source('games', game));
  fs.writeFileSync(path.join(out, `cover-${game}.svg`),
      withoutComments(fs.readFileSync(source('games', game, 'cover.svg'), 'utf8')));
}
fs.writeFileSync(path.join(out, 'index.html'),
    fs.readFileSync(source('index.html'), 'utf8').replace('@sprite@', sprite));
fs.copyFileSync(source('icon.svg'), path.join(out, 'icon.svg'));
fs.copyFileSync(path.join(modules, 'preact/LICENSE'),
    path.join(out, 'preact-license.txt'));
