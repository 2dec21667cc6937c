/** Methods and paths of the calls that read a resource; all that the browser needs of them. */
export function readPaths(name: string) {
  const list = `/attendance/${name}/` as const;
  return {
    name,
    list: { method: 'GET', path: list },
    get: { method: 'GET', path: `${list}:id/` },
  } as const;
}

/** The same of every call of a resource. */
export function resourcePaths(name: string) {
  const list = `/attendance/${name}/` as const;
  return {
    ...readPaths(name),
    create: { method: 'POST', path: `${list}create/` },
    change: { method: 'PATCH', path: `${list}:id/` },
    remove: { method: 'DELETE', path: `${list}:id/` },
  } as const;
}
