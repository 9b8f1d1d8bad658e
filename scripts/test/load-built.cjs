'use strict';
const path = require('node:path');

// ava asks for a test file with require(), and waits for what it gets: the import of the one that build-tests.ts built.
const { TEST_BUILD_DIR } = process.env;
if (!TEST_BUILD_DIR) throw new Error('Tests are built first: run them with npm test -- <files>');
require.extensions['.ts'] = (module, file) => {
  const { dir, name } = path.parse(path.relative(process.cwd(), file));
  module.exports = import(path.join(TEST_BUILD_DIR, dir, `${name}.js`));
};
