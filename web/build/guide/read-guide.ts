import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';

/** A heading of the second level with what follows it. */
interface GuideSection {
  /** Its heading in small letters, with hyphens: the fragment of its address. */
  id: string;
  title: string;
  html: string;
}

/** A page of `docs/guide`, as HTML. */
export interface GuidePage {
  /** The file without `.md`; its address is `/guide/NAME.html`. */
  name: string;
  title: string;
  /** What stands above the first section. */
  intro: string;
  sections: GuideSection[];
}

/** In the order of the page's navigation. */
const guideNames = ['setting-up', 'teacher', 'admin', 'account', 'student'] as const;

const idOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** The attributes of a picture: room is left for it before it has loaded. */
function sizeOfPng(path: string): string {
  // Only until `npm run guide` has taken it: its test fails without.
  if (!existsSync(path)) return '';
  const bytes = readFileSync(path);
  const width = bytes.readUInt32BE(16);
  const phone = width < 600 ? ' class="phone"' : '';
  return ` width="${width}" height="${bytes.readUInt32BE(20)}"${phone}`;
}

/** Pictures and other pages by their addresses on the server, which hold on every screen. */
function createMarked(folder: string): Marked {
  return new Marked({
    async: false,
    renderer: {
      image({ href, text }: Tokens.Image): string {
        const size = sizeOfPng(join(folder, href));
        return `<img src="/guide/${href}" alt="${text}"${size} loading="lazy">`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const address = href.replace(/^([\w-]+)\.md/, '/guide/$1.html');
        return `<a href="${address}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
}

/** @throws Error when a page does not begin with its title, or two sections have the same one. */
function readGuide(folder: string, name: string): GuidePage {
  const marked = createMarked(folder);
  const [first, ...tokens] = marked.lexer(readFileSync(join(folder, `${name}.md`), 'utf8'));
  if (first?.type !== 'heading') throw new Error(`docs/guide/${name}.md has no title.`);
  const parts: { title: string; tokens: Token[] }[] = [{ title: first.text, tokens: [] }];
  for (const token of tokens)
    if (token.type === 'heading' && token.depth === 2)
      parts.push({ title: String(token.text), tokens: [] });
    else parts.at(-1)?.tokens.push(token);
  const [head, ...rest] = parts.map((part) => ({
    id: idOf(part.title),
    title: part.title,
    html: marked.parser(part.tokens).trim(),
  }));
  const ids = rest.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) throw new Error(`docs/guide/${name}.md has "${twice}" twice.`);
  return { name, title: first.text, intro: head?.html ?? '', sections: rest };
}

/** @throws Error when a file has no place in the navigation. */
export function readGuides(folder: string): GuidePage[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
  const names: readonly string[] = guideNames;
  const unknown = files.find((file) => !names.includes(file.slice(0, -'.md'.length)));
  if (unknown !== undefined) throw new Error(`docs/guide/${unknown} is not in guideNames.`);
  return guideNames.map((name) => readGuide(folder, name));
}
