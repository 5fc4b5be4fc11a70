/**
 * node k8s/seccomp/write.ts: makes chromium.json, which nodes need, from Docker's docker/chromium-seccomp.json;
 * `npm run format:fix` lays it out.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DockerProfile, resolveProfile } from './resolve.ts';

const source = path.resolve(import.meta.dirname, '../../docker/chromium-seccomp.json');
const resolved = resolveProfile(DockerProfile.parse(JSON.parse(readFileSync(source, 'utf8'))));
writeFileSync(path.join(import.meta.dirname, 'chromium.json'), `${JSON.stringify(resolved, null, 2)}\n`);
