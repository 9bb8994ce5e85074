/** Subcategories of the NIST Cybersecurity Framework 2.0: last numbers by category. */
const numbers: Record<string, number[]> = {
  'GV.OC': [1, 2, 3, 4, 5],
  'GV.RM': [1, 2, 3, 4, 5, 6, 7],
  'GV.RR': [1, 2, 3, 4],
  'GV.PO': [1, 2],
  'GV.OV': [1, 2, 3],
  'GV.SC': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  'ID.AM': [1, 2, 3, 4, 5, 7, 8],
  'ID.RA': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  'ID.IM': [1, 2, 3, 4],
  'PR.AA': [1, 2, 3, 4, 5, 6],
  'PR.AT': [1, 2],
  'PR.DS': [1, 2, 10, 11],
  'PR.PS': [1, 2, 3, 4, 5, 6],
  'PR.IR': [1, 2, 3, 4],
  'DE.CM': [1, 2, 3, 6, 9],
  'DE.AE': [2, 3, 4, 6, 7, 8],
  'RS.MA': [1, 2, 3, 4, 5],
  'RS.AN': [3, 6, 7, 8],
  'RS.CO': [2, 3],
  'RS.MI': [1, 2],
  'RC.RP': [1, 2, 3, 4, 5, 6],
  'RC.CO': [3, 4],
};

export const csfIds: ReadonlySet<string> = new Set(
  Object.entries(numbers).flatMap(([category, all]) =>
    all.map((number) => `${category}-${String(number).padStart(2, '0')}`),
  ),
);
