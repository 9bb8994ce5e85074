import { Checkbox, Radio } from '@mantine/core';
import type { CatalogCourse } from '../../entities.ts';
import { inOrder } from '../words.ts';
import classes from './Enrol.module.css';

type CourseChoiceProps = {
  catalog: Record<string, CatalogCourse>;
  /** Undefined: all of the year. */
  courses: string[] | undefined;
  error?: string | undefined;
  onChange: (courses: string[] | undefined) => void;
};

export function CourseChoice({ catalog, courses, error, onChange }: CourseChoiceProps) {
  const all = inOrder(catalog);
  const yearly = all.filter(({ kind }) => kind === 'yearly').map(({ id }) => id);
  return (
    <Radio.Group
      label="Courses"
      value={courses === undefined ? 'year' : 'some'}
      onChange={(value) => onChange(value === 'year' ? undefined : yearly)}
      error={error}
    >
      <div className={`${classes.ways} flex flex-wrap gap-2 gap-x-8`}>
        <Radio
          value="year"
          label={`All ${yearly.length} courses of the year`}
          description="One opens each month."
        />
        <Radio value="some" label="Choose courses" />
      </div>
      {courses !== undefined && (
        <fieldset className={`${classes.choice} grid gap-1 gap-x-6 border rounded grid-cols-2`}>
          <legend className="visually-hidden">Courses to take</legend>
          {all.map(({ id, month, title }) => (
            <Checkbox
              key={id}
              label={month ? `${month}. ${title}` : title}
              checked={courses.includes(id)}
              onChange={(event) =>
                onChange(event.currentTarget.checked ? [...courses, id] : courses.filter((one) => one !== id))
              }
            />
          ))}
        </fieldset>
      )}
    </Radio.Group>
  );
}
