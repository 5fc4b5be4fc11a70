import { type Primitive, primitives } from '@errand/step-engine';

/** The model's desktop tools name elements, whose risk can be judged, not points of a picture. */
const FOR_MODELS: ReadonlySet<string> = new Set([
  'desktop.open',
  'desktop.click',
  'desktop.fill',
  'desktop.select',
  'desktop.type',
  'desktop.press',
  'desktop.scroll',
  'desktop.read',
  'desktop.wait',
]);
export const desktopPrimitives: readonly Primitive[] = primitives.filter(({ name }) => FOR_MODELS.has(name));

export const DESKTOP_LOOK = 'desktop_look';

/** Properties that name a point. */
export const POINT_PROPERTIES: readonly string[] = ['x', 'y'];
