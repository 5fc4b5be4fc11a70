/** What the table needs of a route. */
interface Routed {
  readonly method: string;
  readonly path: string;
}

export type Match<Route extends Routed> =
  | { readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly allow: string }
  | null;

/** Finds the route of a request. `{ allow }`: the path exists but not with this method. Null: unknown path. */
export type RouteTable<Route extends Routed> = (method: string, pathname: string) => Match<Route>;

interface Path<Route> {
  segments: string[];
  byMethod: Map<string, Route>;
}

function parameterName(segment: string): string | null {
  return segment.startsWith('{') ? segment.slice(1, -1) : null;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Null when a path of as many segments is another one. */
function paramsOf(path: Path<unknown>, segments: string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [index, expected] of path.segments.entries()) {
    const actual = segments[index] ?? '';
    const name = parameterName(expected);
    if (name === null ? actual !== expected : actual === '') return null;
    if (name !== null) params[name] = decode(actual);
  }
  return params;
}

/** Compiles routes into a lookup. Literal segments win over parameters; paths must match exactly. */
export function createRouteTable<Route extends Routed>(routes: readonly Route[]): RouteTable<Route> {
  const paths = new Map<string, Path<Route>>();
  for (const route of routes) {
    const path = paths.get(route.path) ?? { segments: route.path.split('/'), byMethod: new Map() };
    path.byMethod.set(route.method, route);
    paths.set(route.path, path);
  }
  const literal = new Map([...paths].filter(([, path]) => wildcards(path) === 0));
  const others = Map.groupBy(
    [...paths.values()].filter((path) => wildcards(path) > 0).sort((a, b) => wildcards(a) - wildcards(b)),
    ({ segments }) => segments.length,
  );
  const found = (path: Path<Route>, params: Readonly<Record<string, string>>, method: string) => {
    const route = path.byMethod.get(method === 'HEAD' ? 'GET' : method);
    return route ? { route, params } : { allow: [...path.byMethod.keys()].join(', ') };
  };
  return (method, pathname) => {
    const exact = literal.get(pathname);
    if (exact !== undefined) return found(exact, {}, method);
    const segments = pathname.split('/');
    for (const path of others.get(segments.length) ?? []) {
      const params = paramsOf(path, segments);
      if (params !== null) return found(path, params, method);
    }
    return null;
  };
}

function wildcards(path: Path<unknown>): number {
  return path.segments.filter((segment) => parameterName(segment)).length;
}
