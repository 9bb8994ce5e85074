import type { Course } from '../../course.ts';

const xml = (text: string): string => text.replace(/[<>&"']/g, (c) => `&#${c.charCodeAt(0)};`);
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

type Manifest = {
  course: Pick<Course, 'id' | 'title' | 'summary'>;
  passMark: number;
  files: readonly string[];
};

export const scormManifest = ({
  course,
  passMark,
  files,
}: Manifest): string => `${declaration}<manifest identifier="course-${xml(course.id)}" version="1.0"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>${xml(course.title)}</title>
      <item identifier="course-item" identifierref="course-player" isvisible="true">
        <title>${xml(course.title)}</title>
        <adlcp:masteryscore>${passMark}</adlcp:masteryscore>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="course-player" type="webcontent" adlcp:scormtype="sco" href="index.html">
${files.map((file) => `      <file href="${xml(file)}"/>`).join('\n')}
    </resource>
  </resources>
</manifest>
`;

/**
 * cmi5.xml: one part, left when it is completed and passed.
 * @param address of the installation, which the ids of the course and its part begin with
 */
export const cmi5Manifest = ({ course, passMark }: Manifest, address: string): string => {
  const id = xml(`${address.replace(/\/$/, '')}/training/package/${encodeURIComponent(course.id)}`);
  const words = (text: string) => `<langstring lang="en-US">${xml(text)}</langstring>`;
  return `${declaration}<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd">
  <course id="${id}">
    <title>${words(course.title)}</title>
    <description>${words(course.summary)}</description>
  </course>
  <au id="${id}/player" moveOn="CompletedAndPassed" masteryScore="${(passMark / 100).toFixed(2)}" launchMethod="AnyWindow">
    <title>${words(course.title)}</title>
    <description>${words(course.summary)}</description>
    <url>index.html</url>
  </au>
</courseStructure>
`;
};
