import { DesktopTarget, surfaceOf, Target } from '@errand/contracts/primitives';
import { loadDesktop } from '../primitives/desktop/index.ts';
import type { Call } from '../primitives/call.ts';
import { urlOfRequest } from '../primitives/http.ts';
import { admitUrl } from '../primitives/navigation.ts';
import type { Primitive } from '../primitives/primitive.ts';
import { onTarget } from '../targets/act.ts';

const TARGETS = ['target', 'source', 'destination'] as const;

type Fields = Partial<Record<(typeof TARGETS)[number] | 'url' | 'method', unknown>>;

/** Replaces an effect: locates its element, checks its destination, and does nothing. */
export async function dryRunStep(
  { name: primitive }: Primitive,
  call: Call,
  input: unknown,
): Promise<unknown> {
  const fields = input as Fields;
  if (typeof fields.url === 'string') {
    const url = fields.method === undefined ? admitUrl(call, fields.url) : urlOfRequest(fields.url);
    if (url.host !== '') await call.session.surface.network.resolve(url);
  }
  if (surfaceOf(primitive) === 'desktop') {
    const element = DesktopTarget.safeParse(fields.target);
    const { onDesktop } = await loadDesktop();
    if (element.success) await onDesktop(call, element.data, async () => undefined);
    return null;
  }
  for (const name of TARGETS) {
    const target = Target.safeParse(fields[name]);
    if (target.success)
      await onTarget(call, target.data, (element) => element.waitFor({ state: 'attached', ...call.wait }));
  }
  return null;
}
