/** Methods and paths of the calls that read a resource: the part that the browser needs. */
export function readPaths(name: string) {
  const list = `/attendance/${name}/` as const;
  return {
    name,
    list: { method: 'GET', path: list },
    get: { method: 'GET', path: `${list}:id/` },
  } as const;
}

/** The same for all calls of a resource. */
export function resourcePaths(name: string) {
  const list = `/attendance/${name}/` as const;
  return {
    ...readPaths(name),
    create: { method: 'POST', path: `${list}create/` },
    change: { method: 'PATCH', path: `${list}:id/` },
    remove: { method: 'DELETE', path: `${list}:id/` },
  } as const;
}
