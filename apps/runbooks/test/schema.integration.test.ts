import path from 'node:path';
import { expect, test } from '@jest/globals';
import { schemaDrift } from '@errand/service-kit';
import { createTestDatabase } from '@errand/test-kit';

test('the migrations lead to the schema that the client is generated from', async () => {
  await using database = await createTestDatabase('runbooks');
  const schemaPath = path.join(import.meta.dirname, '../prisma/schema.prisma');
  expect(await schemaDrift({ connectionString: database.url, schemaPath })).toBe('');
});
