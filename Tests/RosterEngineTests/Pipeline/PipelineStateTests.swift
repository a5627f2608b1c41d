import Foundation
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterEngine

/// Every state that a pipeline can reach, and every event that is possible there.
///
/// Searches the states of the pipeline and of the naive one breadth first. Two pairs are one state
/// if everything that decides their behaviour is equal. So sequences of events of any length are
/// covered, for queues of limited length.
@Suite struct PipelineStateTests {
  private struct Step {
    var earlier: Int
    var event: NaivePipeline.Event
  }

  private static let isLongRun =
    ProcessInfo.processInfo.environment["ROSTER_CONFORMANCE"] != nil

  @Test func agreesWithTheNaivePipelineInEveryStateOfAShortQueue() throws {
    let counts = try visitAll(waitingCountMax: 2)
    #expect(counts.states > 10_000)
  }

  @Test(.enabled(if: isLongRun))
  func agreesWithTheNaivePipelineInEveryStateOfALongerQueue() throws {
    let counts = try visitAll(waitingCountMax: 3)
    #expect(counts.states > 100_000)
  }

  private func visitAll(waitingCountMax: Int) throws -> (states: Int, events: Int) {
    let start = PipelinePair(waitingCountMax: waitingCountMax)
    var known: Set<[UInt8]> = [start.key]
    var steps = [Step(earlier: -1, event: .takeGroup)]
    var frontier = [(start, 0)]
    var eventCount = 0
    while !frontier.isEmpty {
      var next: [(PipelinePair, Int)] = []
      for (pair, step) in frontier {
        for event in pair.naive.events {
          eventCount += 1
          var after = pair
          guard (try? after.undergo(event)) == true else {
            Issue.record("\(history(of: step, in: steps) + [event])")
            return (steps.count, eventCount)
          }
          guard known.insert(after.key).inserted else { continue }
          steps.append(Step(earlier: step, event: event))
          next.append((after, steps.count - 1))
        }
      }
      frontier = next
    }
    print("pipeline: \(steps.count) states with \(waitingCountMax) waiting, \(eventCount) events")
    return (steps.count, eventCount)
  }

  private func history(of last: Int, in steps: [Step]) -> [NaivePipeline.Event] {
    var events: [NaivePipeline.Event] = []
    var step = steps[last]
    while step.earlier >= 0 {
      events.append(step.event)
      step = steps[step.earlier]
    }
    return events.reversed()
  }
}
