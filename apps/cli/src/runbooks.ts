/** The package that a Runbook's file imports if it is not installed next to it. */
export * from '@errand/runbooks';
