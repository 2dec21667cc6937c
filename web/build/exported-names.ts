/** The names of a chunk's `import{…}` or `export{…}`: `s as n,l` → `[['s', 'n'], ['l', 'l']]`. */
export const exportedNames = (list: string): [name: string, as: string][] =>
  list.split(',').map((item) => {
    const [name = '', as = name] = item.trim().split(' as ');
    return [name, as];
  });
