// Builds the browser part into dist/web, unless it is current.
const { buildWeb } = await import('../src/app/webBuild.ts');
console.log(buildWeb() ? 'Built dist/web.' : 'dist/web is current.');
