"""Reads a workbook, a calendar or a mail from standard input with a library of another project; prints JSON."""
import base64
import io
import json
import sys
from datetime import date, datetime, time


def plain(value):
    if isinstance(value, datetime):
        return {"datetime": value.isoformat()}
    if isinstance(value, date):
        return {"date": value.isoformat()}
    if isinstance(value, time):
        return {"time": value.isoformat()}
    return value


def workbook(data):
    import openpyxl

    book = openpyxl.load_workbook(io.BytesIO(data))
    return [
        {
            "name": sheet.title,
            "frozen": sheet.freeze_panes,
            "rows": [[plain(cell.value) for cell in row] for row in sheet.iter_rows()],
            "kinds": sorted({cell.data_type for row in sheet.iter_rows() for cell in row}),
        }
        for sheet in book.worksheets
    ]


def calendar(data):
    from icalendar import Calendar

    parsed = Calendar.from_ical(data)
    return {
        "name": str(parsed.get("x-wr-calname", "")),
        "errors": [str(error) for part in parsed.walk() for error in part.errors],
        "events": [
            {
                "uid": str(event["uid"]),
                "start": event.decoded("dtstart").isoformat(),
                "end": event.decoded("dtend").isoformat(),
                "summary": str(event.get("summary", "")),
                "location": str(event.get("location", "")),
                "status": str(event.get("status", "")),
            }
            for event in parsed.walk("vevent")
        ],
    }


def mail(data):
    from email import message_from_bytes, policy

    parsed = message_from_bytes(data, policy=policy.default)
    return {
        "headers": {name.lower(): str(value) for name, value in parsed.items()},
        "defects": [str(defect) for part in parsed.walk() for defect in part.defects],
        "text": parsed.get_body(("plain",)).get_content(),
        "files": [
            {
                "name": part.get_filename(),
                "base64": base64.b64encode(part.get_payload(decode=True)).decode(),
            }
            for part in parsed.iter_attachments()
        ],
    }


readers = {"workbook": workbook, "calendar": calendar, "mail": mail}
print(json.dumps(readers[sys.argv[1]](sys.stdin.buffer.read())))
