import RosterAttacks
import RosterCore
import RosterJSON
import RosterTestSupport
import Testing

/// Programs that once found lists and models apart.
@Suite("Programs: found") struct FoundProgramTests {
  /// Item 7 is removed with its section, its count goes with it, and undo brings both back.
  @Test func aCountComesBackWithAnItemThatMovedOutOfARemovedSection() async {
    let program = Program([
      ProgramStep(
        .scrolled,
        .burst([
          .become(
            ListRows([
              .init(model: ["id": "i1.0"], items: []),
              .init(
                model: ["id": "i1.1"],
                items: [
                  ["id": "u9.0.2", "text": "altered by 14"],
                  ["id": "i1.1.0", "text": "\u{00E9} and e\u{0301}"], 11001.5,
                ]),
            ])),
          .change(
            ProgramEdit(
              15,
              insertedItems: [
                .init(section: 0, item: 0), .init(section: 0, item: 1), .init(section: 1, item: 1),
                .init(section: 1, item: 2), .init(section: 1, item: 5),
              ])),
        ])),
      ProgramStep(
        .scrolled,
        .change(
          ProgramEdit(
            16, removedItems: [.init(section: 0, item: 0)],
            movedItems: [
              .init(source: .init(section: 1, item: 0), target: .init(section: 0, item: 1))
            ], insertedItems: [.init(section: 1, item: 3), .init(section: 1, item: 4)],
            isFitted: false))),
      ProgramStep(.scrolled, .count(.entry(3), by: 1)),
      ProgramStep(
        .scrolled,
        .change(
          ProgramEdit(
            23, updatedItems: [.init(section: 1, item: 1)],
            movedItems: [
              .init(source: .init(section: 1, item: 1), target: .init(section: 0, item: 6))
            ], removedSections: [0], group: "sorting"))),
      ProgramStep(.scrolled, .change(ProgramEdit(26, removedSections: [0], group: "sorting"))),
      ProgramStep(.scrolled, .undo),
    ])
    let failure = await ProgramRun.failure(of: program)
    #expect(failure == nil, "\(failure?.what ?? "")")
  }

  /// Revision 3 is taken back, and the row of revision 2 is gone, which said that nothing lies beneath.
  @Test func anUndoBeyondACompactionSaysThatTheJournalDoesNotKnow() async {
    let program = Program([
      ProgramStep(.scrolled, .become(ListRows([.init(model: ["id": "s2"], items: [])]))),
      ProgramStep(.scrolled, .undo),
      ProgramStep(.scrolled, .redo),
      ProgramStep(.plain, .reopen),
      ProgramStep(.scrolled, .compact(keeping: 0)),
      ProgramStep(.scrolled, .undo),
      ProgramStep(.scrolled, .undo),
    ])
    let failure = await ProgramRun.failure(of: program)
    #expect(failure == nil, "\(failure?.what ?? "")")
  }
}
