import RosterListSupport
import Testing

@testable import RosterEngine

@Suite("Quality of service: pending levels") struct PendingLevelsTests {
  @Test func theHighestLevelOfWhatIsPendingCounts() {
    var levels = PendingLevels()
    #expect(levels.highest == .default)
    let added: [DataSourceQoS] = [
      .default, .userInitiated, .userInitiated, .userInteractive, .userInitiated,
    ]
    // Whether each was more urgent than everything before it.
    let wereHighest = added.map { levels.add($0) }
    #expect(wereHighest == [false, true, false, true, false])
    #expect(levels.highest == .userInteractive)
    levels.remove(.userInteractive)
    for _ in 0..<3 {
      #expect(levels.highest == .userInitiated)
      levels.remove(.userInitiated)
    }
    levels.remove(.default)
    #expect(levels.highest == .default)
  }

  @Test func inTheBackgroundOnlyWhatIsNotUrgentIsWorkedOnLess() {
    var levels = PendingLevels()
    #expect(levels.turn == .default)
    levels.isInBackground = true
    #expect(levels.turn == .background)
    _ = levels.add(.userInitiated)
    #expect(levels.turn == .userInitiated)
    _ = levels.add(.userInteractive)
    #expect(levels.turn == .userInteractive)
  }
}
