import RosterTerminal
import Testing

/// The lines above and below a list.
struct TerminalLineTests {
  @Test func headingNamesWhatIsShown() {
    let line = TerminalLine.heading("roster", title: "notes", trailing: "3 posts")
    #expect(line.leading == [.init(" roster", isBold: true), .init("  notes")])
    #expect(line.trailing == [.init("3 posts ")])
    #expect(line.isReversed)
    #expect(TerminalLine.heading("roster", title: "notes").trailing.isEmpty)
  }

  @Test func warningStandsBeforeEverythingElse() {
    let line = TerminalLine.heading(
      "roster", title: "notes", trailing: "3 posts", warning: "past revision 2 of 9")
    #expect(line.leading.map(\.text) == [" past revision 2 of 9 ", " roster", "  notes"])
    #expect((line.leading + line.trailing).allSatisfy { $0.color == "warning" })
  }

  @Test func statusSaysTheMostUrgentThing() {
    func leading(_ notice: String?, _ newAboveCount: Int) -> [TerminalLine.Part] {
      TerminalLine.status(
        notice: notice, newAboveCount: newAboveCount, keys: ["q quit"],
        trailing: .init("revision 4"),
        columns: 80
      ).leading
    }
    #expect(leading("undone", 2) == [.init(" undone", color: "warning")])
    #expect(leading(nil, 2) == [.init(" ↑ 2 new", color: "accent", isBold: true)])
    #expect(leading(nil, 0) == [.init(" q quit", color: "secondaryText")])
  }

  @Test func statusKeepsALastColumnFree() {
    let line = TerminalLine.status(
      notice: nil, keys: ["q quit"],
      trailing: .init("revision 4", color: "warning", isBold: true), columns: 80)
    #expect(line.trailing == [.init("revision 4 ", color: "warning", isBold: true)])
  }

  @Test(arguments: [
    (80, " ⏎ open  q quit  / search  ♥"),
    (40, " ⏎ open  q quit  / search  ♥"),
    (39, " ⏎ open  q quit  / search"),
    // A shorter key takes the room that a more useful one does not fit into.
    (36, " ⏎ open  q quit  ♥"),
    (19, " ⏎ open"),
    // What ends on the right stays.
    (18, " ♥"), (14, " ♥"), (13, ""), (12, ""),
    // The keys alone.
    (11, " ⏎ open  ♥"), (5, " ♥"),
  ])
  func statusNamesAsManyKeysAsThereIsRoomFor(columns: Int, expected: String) {
    let line = TerminalLine.status(
      notice: nil, keys: ["⏎ open", "q quit", "/ search", "♥"], trailing: .init("revision 4"),
      columns: columns)
    #expect(line.leading == [.init(expected, color: "secondaryText")])
  }
}
