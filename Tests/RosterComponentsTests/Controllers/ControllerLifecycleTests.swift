import Testing

@testable import RosterComponents

@Suite("ControllerLifecycle")
struct ControllerLifecycleTests {
  typealias Input = ControllerLifecycle.Input

  private static let inputs: [Input] = [
    .start, .update, .prepareLayout, .appear, .disappear, .beginMount(.none), .beginMount(.same),
    .beginMount(.other), .endMount, .unmount, .remove,
  ]

  private func events(_ inputs: Input...) -> [ControllerEvent] {
    var lifecycle = ControllerLifecycle()
    return inputs.flatMap { lifecycle.handle($0) }
  }

  // MARK: All sequences

  /// Where a controller may be: the machine, what it has said so far as far as rules go, and how many
  /// mounts are open.
  private struct Place: Hashable {
    var lifecycle = ControllerLifecycle()
    var trace = LegalTrace()
    var openMounts = 0
  }

  /// Follows all inputs from everywhere they lead, which covers sequences of any length, with mounts
  /// of one scope nested up to three deep.
  @Test func everySequenceOfInputsIsALegalTrace() throws {
    var found: Set<Place> = [Place()]
    var waiting = [Place()]
    while let place = waiting.popLast() {
      for input in Self.inputs {
        guard let next = try follow(input, from: place) else { continue }
        if found.insert(next).inserted { waiting.append(next) }
      }
    }
    #expect(found.count > 100)
    #expect(found.contains { $0.lifecycle.isInvalidated })
  }

  private func follow(_ input: Input, from place: Place) throws -> Place? {
    var next = place
    if case .beginMount = input {
      guard place.openMounts < 3 else { return nil }
      next.openMounts += 1
    } else if input == .endMount {
      next.openMounts = max(0, place.openMounts - 1)
    }
    for event in next.lifecycle.handle(input) {
      let problem = next.trace.append(event)
      try #require(problem == nil, "\(input) in \(place)")
    }
    if place.openMounts == 0 { try requireEffect(of: input, in: next) }
    if next.openMounts == 0 { try #require(next.trace.mount == (mountWithoutBracket(next))) }
    try #require(next.lifecycle.isInvalidated == next.trace.isInvalidated)
    return next
  }

  /// Outside of mounts everything takes effect at once.
  private func requireEffect(of input: Input, in place: Place) throws {
    switch input {
    case .unmount: try #require(place.trace.mount == .unmounted && !place.trace.hasView)
    case .disappear: try #require(!place.trace.isVisible)
    case .remove:
      let isNew = place.lifecycle == ControllerLifecycle()
      try #require(place.trace.isInvalidated != isNew)
    default: break
    }
  }

  private func mountWithoutBracket(_ place: Place) -> LegalTrace.Mount {
    place.lifecycle.isMounted ? .mounted : .unmounted
  }

  @Test func theRulesRefuseWhatIsIllegal() {
    let illegal: [[ControllerEvent]] = [
      [.willMount], [.didInit, .didInit], [.didInit, .willMount],
      [.didInit, .didPrepareLayout, .willMount, .willMount],
      [.didInit, .didPrepareLayout, .willMount, .invalidate],
      [.didInit, .didPrepareLayout, .willMount, .didMount, .didUpdate],
      [.didInit, .willUpdate, .didPrepareLayout, .willMount, .didMount, .willUnmount],
      [.didInit, .didAcquireView], [.didInit, .willRelinquishView], [.didInit, .didUnmount],
      [.didInit, .treeDidDisappear], [.didInit, .treeWillAppear, .invalidate],
      [.didInit, .invalidate, .invalidate],
      [
        .didInit, .didPrepareLayout, .willMount, .didAcquireView, .didMount, .willUnmount,
        .didUnmount,
      ],
    ]
    for events in illegal {
      var trace = LegalTrace()
      let problems = events.map { trace.append($0) }
      #expect(problems.last.flatMap(\.self) != nil, "\(events)")
      #expect(problems.dropLast().allSatisfy { $0 == nil }, "\(events)")
    }
  }

  // MARK: The order of each change

  @Test func theFirstShowIsInitLayoutMountAppear() {
    let events = events(
      .start, .prepareLayout, .beginMount(.other), .endMount, .appear)
    #expect(
      events == [
        .didInit, .didPrepareLayout, .willMount, .didAcquireView, .didMount, .treeWillAppear,
      ])
  }

  @Test func anUpdateWhileMountedSurroundsTheRemount() {
    let events = events(
      .start, .beginMount(.other), .endMount, .update, .beginMount(.same), .endMount)
    #expect(
      events.suffix(5) == [.willUpdate, .didPrepareLayout, .willRemount, .didRemount, .didUpdate])
  }

  @Test func anotherViewIsAcquiredAfterTheOldOneIsRelinquished() {
    let events = events(
      .start, .beginMount(.other), .endMount, .update, .beginMount(.other), .endMount)
    #expect(
      events.suffix(7) == [
        .willUpdate, .didPrepareLayout, .willRemount, .willRelinquishView, .didAcquireView,
        .didRemount, .didUpdate,
      ])
  }

  @Test func aRemountWithoutUpdateTellsOfNone() {
    let events = events(
      .start, .beginMount(.other), .endMount, .beginMount(.same), .endMount)
    #expect(events.suffix(2) == [.willRemount, .didRemount])
  }

  @Test func aMountAgainWithoutUpdateTellsOfNone() {
    let events = events(
      .start, .beginMount(.none), .endMount, .unmount, .beginMount(.none), .endMount)
    #expect(events.suffix(4) == [.willUnmount, .didUnmount, .willMount, .didMount])
  }

  @Test func anUpdateWhileUnmountedIsToldOfAtOnceAndDoneAtTheNextMount() {
    #expect(events(.start, .update, .update) == [.didInit, .willUpdate, .willUpdate])
    let events = events(.start, .update, .update, .beginMount(.none), .endMount)
    #expect(events.suffix(4) == [.didPrepareLayout, .willMount, .didMount, .didUpdate])
  }

  @Test func anUpdateInTheMiddleOfAMountIsDoneAtTheNextOne() {
    let events = events(
      .start, .beginMount(.none), .update, .endMount, .beginMount(.none), .endMount)
    #expect(
      events == [
        .didInit, .didPrepareLayout, .willMount, .willUpdate, .didMount, .didPrepareLayout,
        .willRemount, .didRemount, .didUpdate,
      ])
  }

  @Test func leavingRelinquishesTheViewBetweenUnmounts() {
    let events = events(.start, .beginMount(.other), .endMount, .appear, .unmount, .disappear)
    #expect(
      events.suffix(4) == [.willUnmount, .willRelinquishView, .didUnmount, .treeDidDisappear])
  }

  @Test func whatIsRemovedWhileShownIsUnmountedFirst() {
    let events = events(.start, .beginMount(.other), .endMount, .appear, .remove)
    #expect(
      events.suffix(5) == [
        .willUnmount, .willRelinquishView, .didUnmount, .treeDidDisappear, .invalidate,
      ])
  }

  @Test func whatIsRemovedInTheMiddleOfAMountGoesAtItsEnd() {
    #expect(events(.start, .beginMount(.none), .remove).last == .willMount)
    let events = events(
      .start, .beginMount(.none), .remove, .update, .appear, .unmount, .endMount)
    #expect(events.suffix(4) == [.didMount, .willUnmount, .didUnmount, .invalidate])
  }

  @Test func whatIsUnmountedInTheMiddleOfAMountGoesAtItsEnd() {
    #expect(events(.start, .beginMount(.none), .unmount).last == .willMount)
    let events = events(.start, .beginMount(.other), .unmount, .endMount)
    #expect(
      events.suffix(4) == [.didMount, .willUnmount, .willRelinquishView, .didUnmount])
  }

  @Test func aMountWithinOneOfTheSameScopeIsPartOfIt() {
    let events = events(
      .start, .beginMount(.none), .beginMount(.other), .endMount, .endMount, .endMount)
    #expect(events == [.didInit, .didPrepareLayout, .willMount, .didMount])
  }

  @Test func onlyWhatAppearedDisappears() {
    #expect(events(.start, .disappear) == [.didInit])
    #expect(events(.start, .appear, .appear, .disappear, .disappear).count == 3)
  }

  @Test func theLayoutIsToldOfAgainWhenItIsMadeAgain() {
    let events = events(
      .start, .prepareLayout, .beginMount(.none), .endMount, .prepareLayout, .beginMount(.none),
      .endMount)
    #expect(
      events.suffix(4) == [.didMount, .didPrepareLayout, .willRemount, .didRemount])
  }
}
