export * from './link.ts';
export * from './window.ts';
