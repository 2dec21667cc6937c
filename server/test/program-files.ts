/** The parts of a file of aSc Timetables; what is left out is as usual. */
export interface AscParts {
  firstDay?: string;
  /** Whether the other days have names of their own. */
  others?: boolean;
  weeksdefs?: boolean;
  terms?: boolean;
  lesson?: Record<string, string>;
  cards?: Record<string, string>[];
  /** Further lessons. */
  more?: string;
}

const attributes = (of: Record<string, string>): string =>
  Object.entries(of)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ');

const usualLesson = {
  id: 'L1',
  classids: 'C1',
  subjectid: 'S1',
  periodspercard: '1',
  periodsperweek: '1.0',
  teacherids: 'P1',
  classroomids: 'R1',
  groupids: 'G1',
  weeksdefid: 'W3',
};
const usualCard = {
  lessonid: 'L1',
  classroomids: 'R1',
  period: '1',
  weeks: '11',
  terms: '1',
  days: '10000',
};

/** A file as aSc Timetables exports it: Algebra of 12A, with Tess in R1, Mondays in the first period. */
export function ascOf({
  firstDay = 'Monday',
  others = true,
  weeksdefs = true,
  terms = false,
  lesson = {},
  cards = [{}],
  more = '',
}: AscParts = {}): string {
  const days = others ? '<daysdef id="D2" name="Tuesday" short="Tu" days="01000"/>' : '';
  return `<timetable ascttversion="2026.1.1" importtype="database" displayname="aSc Timetables 2012 XML">
  <periods>
    <period name="1" short="1" period="1" starttime="8:00" endtime="8:45"/>
    <period name="2" short="2" period="2" starttime="8:50" endtime="9:35"/>
    <period name="3" short="3" period="3" starttime="11:00" endtime="11:45"/>
  </periods>
  <daysdefs>
    <daysdef id="D0" name="Any day" short="X" days="10000,01000,00100,00010,00001"/>
    <daysdef id="D1" name="${firstDay}" short="1" days="10000"/>
    ${days}
  </daysdefs>
  ${
    weeksdefs
      ? `<weeksdefs>
    <weeksdef id="W1" name="Week A" short="A" weeks="10"/>
    <weeksdef id="W2" name="Week B" short="B" weeks="01"/>
    <weeksdef id="W3" name="All weeks" short="All" weeks="11"/>
  </weeksdefs>`
      : ''
  }
  ${
    terms
      ? `<termsdefs>
    <termsdef id="T1" name="Autumn" short="1" terms="10"/>
    <termsdef id="T2" name="Spring" short="2" terms="01"/>
  </termsdefs>`
      : ''
  }
  <subjects>
    <subject id="S1" name="Algebra" short="MAT1"/>
    <subject id="S2" name="Philosophy" short="PHI"/>
  </subjects>
  <teachers>
    <teacher id="P1" firstname="Tess" lastname="Teacher" name="Teacher Tess" short="TT" email="tess@school.example"/>
    <teacher id="P2" firstname="Theo" lastname="Tutor" name="Tutor Theo" short="TU" email=""/>
    <teacher id="P3" firstname="Nora" lastname="New" name="New Nora" short="NN" email=""/>
  </teachers>
  <classrooms>
    <classroom id="R1" name="Room 1" short="R1"/>
    <classroom id="R2" name="Room 2" short="R2"/>
    <classroom id="R9" name="Laboratory" short="Lab 9"/>
  </classrooms>
  <classes><class id="C1" name="12A" short="12A"/><class id="C2" name="12B" short="12B"/></classes>
  <groups>
    <group id="G1" name="Entire class" classid="C1" entireclass="1" divisiontag="0"/>
    <group id="G2" name="Entire class" classid="C2" entireclass="1" divisiontag="0"/>
    <group id="G3" name="Group 1" classid="C1" entireclass="0" divisiontag="1"/>
  </groups>
  <lessons>
    <lesson ${attributes({ ...usualLesson, ...lesson })}/>
    ${more}
  </lessons>
  <cards>
    ${cards.map((card) => `<card ${attributes({ ...usualCard, ...card })}/>`).join('\n    ')}
  </cards>
</timetable>
`;
}
