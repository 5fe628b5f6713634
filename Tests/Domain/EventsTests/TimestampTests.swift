import TestSupport
import Testing

@testable import Events

@Suite struct TimestampTests {
    @Test(
        "an RFC 3339 time is read to the microsecond",
        arguments: [
            ("1970-01-01T00:00:00Z", 0),
            ("2026-01-05T08:00:00Z", 1_767_600_000_000_000),
            ("2026-01-05T08:00:00.25+01:30", 1_767_594_600_250_000),
            ("1969-12-31T23:59:59.999999Z", -1),
            ("2016-12-31T23:59:60Z", 1_483_228_800_000_000),
            ("2018-04-05t17:31:00.1234567z", 1_522_949_460_123_456),
        ]) func readsRFC3339(_ text: String, _ microseconds: Int64)
    {
        #expect(Timestamp(rfc3339: text)?.microseconds == microseconds)
    }

    @Test(
        "text that is no RFC 3339 time is not understood",
        arguments: [
            "", "lunchtime", "2018-04-05T18:31Z", "2018-04-05T18:31:00X", "2018-04-05T18:31:00+25:00", "2018-04-05",
            "2018-04-05T18:31:00+05", "2018-02-29T00:00:00Z", "2018-13-01T00:00:00Z", "2018-04-05T24:00:00Z",
            "2018-04-05T18:31:00.Z", "2018-04-05T18:31:00ZZ", "0001-01-01T00:00:00Z", "9999-01-01T00:00:00Z",
        ]) func refusesWhatIsNoInstant(_ text: String)
    {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test("a time is written to the microsecond without trailing zeros")
    func writesToTheMicrosecondWithoutTrailingZeros() {
        #expect(Timestamp(microseconds: 1_767_600_000_250_000).rfc3339 == "2026-01-05T08:00:00.25Z")
        #expect(Timestamp(microseconds: -1).rfc3339 == "1969-12-31T23:59:59.999999Z")
        #expect(Timestamp(microseconds: 0).rfc3339 == "1970-01-01T00:00:00Z")
    }

    @Test("every instant reads back from RFC 3339", .seeded) func everyInstant() {
        var generator = SeededGenerator.ofTest()
        for _ in 0..<2000 {
            let time = Timestamp(
                microseconds: Int64.random(in: -20_000_000_000_000_000...30_000_000_000_000_000, using: &generator))
            #expect(Timestamp(rfc3339: time.rfc3339) == time)
        }
    }

    @Test("day numbers and civil dates agree over four centuries") func daysAndCivilDatesAgreeOverFourCenturies() {
        var expected = Day(year: 1900, month: 1, day: 1)?.number ?? 0
        for year in 1900..<2300 {
            for month in 1...12 {
                for day in 1...Day.days(of: month, in: year) {
                    let found = Day(year: year, month: month, day: day)
                    #expect(found?.number == expected)
                    let civil = Day(number: expected).civil
                    #expect(civil == (year, month, day))
                    expected += 1
                }
            }
        }
    }

    /// Dates from the ISO 8601 edges: years of 52 and 53 weeks, weeks that begin or end in another year.
    @Test(
        "a date belongs to its ISO 8601 week",
        arguments: [
            (2008, 2, 17, "2008-W07"), (2005, 1, 1, "2004-W53"), (2005, 1, 2, "2004-W53"), (2005, 12, 31, "2005-W52"),
            (2007, 1, 1, "2007-W01"), (2008, 12, 29, "2009-W01"), (2010, 1, 3, "2009-W53"), (2026, 11, 21, "2026-W47"),
            (1970, 1, 1, "1970-W01"), (1969, 12, 28, "1969-W52"),
        ]) func weeks(_ year: Int, _ month: Int, _ day: Int, _ week: String)
    {
        let found = Day(year: year, month: month, day: day)?.week
        #expect(found?.description == week)
        #expect(Week(week) == found)
    }

    @Test(
        "weeks that do not exist are not understood",
        arguments: ["2005-W53", "2008-W00", "2008-W54", "2008W07", "2008-W7", "x", ""])
    func refusesWeeksThatDoNotExist(_ text: String) {
        #expect(Week(text) == nil)
    }
}
