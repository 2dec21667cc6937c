import type { GuidePage } from './read-guide.ts';

const sectionOf = ({ id, title, html }: GuidePage['sections'][number]): string =>
  `<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${html}
</section>`;

/** A page without scripts, with one style sheet. */
const documentOf = (title: string, header: string, main: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Attendance</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/guide/guide.css">
</head>
<body>
${header}<main>
<h1>${title}</h1>
${main}
</main>
</body>
</html>
`;

export function guideHtml(page: GuidePage, all: GuidePage[]): string {
  const { name, title, intro, sections } = page;
  const pages = all.map((it) => {
    const current = it.name === name ? ' aria-current="page"' : '';
    return `<a href="/guide/${it.name}.html"${current}>${it.title}</a>`;
  });
  const contents = sections.map((it) => `<li><a href="#${it.id}">${it.title}</a></li>`);
  return documentOf(
    title,
    `<header>
<nav aria-label="Guide">
${pages.join('\n')}
</nav>
</header>
`,
    `${intro}
<nav aria-label="On this page">
<ul>
${contents.join('\n')}
</ul>
</nav>
${sections.map(sectionOf).join('\n')}`,
  );
}

/** The choice of a guide, at `/guide/`. */
export const guideIndex = (all: GuidePage[]): string =>
  documentOf(
    'Guides',
    '',
    `<ul>
${all.map(({ name, title }) => `<li><a href="/guide/${name}.html">${title}</a></li>`).join('\n')}
</ul>`,
  );
