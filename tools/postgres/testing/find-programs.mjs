// Where the programs are found by whoever runs this, for programs.test.mjs.
// usage: node find-programs.mjs HOME PACKAGE_DIRECTORY
import { findPrograms } from '../programs.mjs';

const [home = '', packageDir = ''] = process.argv.slice(2);
console.log(findPrograms(home, packageDir).postgres);
