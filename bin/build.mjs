// Builds the browser part into dist/web, unless it is current, and writes the bill of materials beside it.
const { buildWeb } = await import('../src/app/build/webBuild.ts');
const { billFile, writeSoftwareBill } = await import('./sbom.ts');
console.log(buildWeb() ? 'Built dist/web.' : 'dist/web is current.');
console.log(`Listed ${writeSoftwareBill()} packages in ${billFile}.`);
