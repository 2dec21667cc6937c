import { Button } from '@mantine/core';
import { IconHistory, IconPrinter } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { RunningRollCall } from '#contract/attendance/building.ts';
import { countsOf } from '#contract/attendance/building-counts.ts';
import { messages, timeOfDay } from '#contract/texts.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { counted, fullDay } from '#web/ui/format.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { partNotLoaded } from '#web/ui/not-loaded.ts';
import { PageActions, type PageAction } from '#web/ui/PageActions.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { askToEnd } from './end-roll-call.tsx';
import { focusNextOf } from './focus-next.ts';
import { HereFilters } from './HereFilters.tsx';
import { Notices } from './Notices.tsx';
import { PaperList } from './PaperList.tsx';
import { RollCallBand } from './RollCallBand.tsx';
import { RoomGroup } from './RoomGroup.tsx';
import { groupsOf, type HereFilter, type ShownPerson } from './shown.ts';
import { useBuilding } from './useBuilding.ts';
import { usePrint } from './usePrint.ts';
import { useTickAll } from './useTickAll.tsx';
import classes from './Building.module.css';

/** With more people all rooms are closed at first: a marshal opens theirs. */
const fewPeople = 300;

/** Who is here now by room, and the roll call of the building (R-HERE-1, R-HERE-2). */
export function WhoIsHerePage() {
  const { config } = useSession();
  const building = useBuilding();
  const { read, here, people, tick } = building;
  const rollCall = here?.roll_call ?? null;
  const [filter, setFilter] = useState<HereFilter>('everybody');
  const [typed, setTyped] = useState('');
  const text = useDeferredValue(typed);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [isPrinting, print] = usePrint();
  const shownFilter = rollCall ? filter : 'everybody';
  const groups = useMemo(
    () => groupsOf(people, here?.places ?? [], { filter: shownFilter, text }),
    [people, here?.places, shownFilter, text],
  );
  const shown = groups.reduce((sum, group) => sum + group.people.length, 0);
  const opensAll = shown <= fewPeople;
  const toggle = useCallback(
    (key: string) => setToggled((before) => before.symmetricDifference(new Set([key]))),
    [],
  );
  const tickOne = useCallback(
    (person: ShownPerson) => {
      focusNextOf(person.number);
      tick([{ person: person.number, accounted: !person.accounted }]);
    },
    [tick],
  );
  const tickAll = useTickAll({ rollCall: rollCall?.id, tick });
  const at = here && timeOfDay(here.at, config.time_zone);
  return (
    <>
      <div className={`at-screen ${classes.page}`}>
        <PageHead title="Who is here">
          {!building.closed && <Actions building={building} print={print} />}
        </PageHead>
        {read.isPending && <PleaseWait />}
        {building.closed && <Notices building={building} />}
        {read.isError && !here && !building.closed && (
          <LoadError error={read.error} retry={() => void read.refetch()} />
        )}
        {here && (
          <>
            <RollCallBand
              rollCall={rollCall}
              people={people}
              isOffline={building.isOffline}
              timeZone={config.time_zone}
            />
            <Notices building={building} />
            <div className={classes.tools}>
              <input
                type="search"
                className="at-field"
                aria-label="Name, ID or room"
                placeholder="Name, ID or room"
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
              {rollCall && <HereFilters people={people} value={filter} onChange={setFilter} />}
            </div>
            {groups.map((group) => (
              <RoomGroup
                key={group.key}
                group={group}
                places={here.places}
                timeZone={config.time_zone}
                isOpen={opensAll !== toggled.has(group.key)}
                toggle={toggle}
                tick={rollCall ? tickOne : undefined}
                tickAll={rollCall ? tickAll : undefined}
              />
            ))}
            {groups.length === 0 && (
              <EmptyState
                title={people.length ? messages.noDataFound : 'No one is expected here now'}
              />
            )}
          </>
        )}
      </div>
      {isPrinting && here && (
        <PaperList
          title={rollCall ? 'Roll call of the building' : 'Who is here'}
          about={`${config.title}, ${fullDay(config.today)}, ${at}. ${figuresText(people, rollCall)}`}
          people={people}
          places={here.places}
          timeZone={config.time_zone}
        />
      )}
    </>
  );
}

/** The figures of the list on paper. */
function figuresText(people: readonly ShownPerson[], rollCall: RunningRollCall | null): string {
  const { expected, accounted, others } = countsOf(people);
  if (!rollCall) return `${counted(expected, 'person', 'people')} expected here now.`;
  const more = others > 0 ? `, and ${counted(others, 'other')}` : '';
  return `${accounted} of ${expected} accounted for, ${expected - accounted} missing${more}.`;
}

function Actions({
  building: { here, shown, reload, dismissEnd },
  print,
}: {
  building: ReturnType<typeof useBuilding>;
  print: () => void;
}) {
  const can = useCan();
  const navigate = useNavigate();
  const mayManage = can('Attendance', 'teacherFilter');
  const rollCall = here?.roll_call;
  const actions: PageAction[] = [
    { title: 'Print', Icon: IconPrinter, isFrequent: true, onClick: print },
    ...(mayManage
      ? [
          {
            title: 'Past roll calls',
            Icon: IconHistory,
            isFrequent: true,
            link: { to: '/who-is-here/roll-calls' },
          } as const,
        ]
      : []),
  ];
  // The form is loaded apart: the list is wanted sooner.
  const start = () =>
    void import('./start-roll-call.tsx').then(
      ({ openStartRollCall }) => openStartRollCall(() => void reload()),
      () => partNotLoaded(),
    );
  const end = async (id: number) => {
    if (!(await askToEnd(id, shown))) return;
    // Who has ended it does not read so in a band.
    void reload().then(dismissEnd);
    await navigate({ to: '/who-is-here/roll-call', search: { id: String(id) } });
  };
  const main =
    mayManage && here ? (
      rollCall ? (
        <Button color="red.8" onClick={() => void end(rollCall.id)}>
          End roll call
        </Button>
      ) : (
        <Button onClick={start}>Start roll call</Button>
      )
    ) : undefined;
  return <PageActions actions={actions} main={main} />;
}
