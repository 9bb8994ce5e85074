/** The word by which everything that a scan leaves behind is known; beside it stands the scan's own mark, `zq` and eight letters. */
export const safetyWord = 'safetyscan';
