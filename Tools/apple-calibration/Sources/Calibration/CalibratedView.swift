/// A view, or a model of one, that carries out experiments. A view that has thrown is not used again.
@MainActor package protocol CalibratedView: AnyObject {
  /// Lays it out, by which it loads what it has not.
  func layOut()
  func reloadData()
  func invalidateLayout()
  func leaveWindow()
  func scroll(to offset: Double)
  func select(row: Int)

  /// Notes something from now on, if it can.
  func begin(_ note: Experiment.Note)
  /// The user begins to move the first item.
  func beginMoving()
  /// A field in the cell of the second item gets the keyboard.
  func beginEditing()

  /// It is hidden, and stays in its window.
  func hide()
  /// It has no size any more.
  func loseSize()

  /// Carries out calls as one update.
  ///
  /// - Parameter ended: Is called when it has ended to animate, with whether that was finished.
  func perform(_ updates: @escaping () -> Void, ended: @escaping @MainActor (Bool) -> Void)
  /// Has updates end that animate.
  func letUpdatesEnd()
  func tell(_ call: ViewCall)

  /// Adds what it shows.
  func note(in observation: inout Observation)

  /// Returns what it throws while something is carried out; `nil` if nothing.
  func refusal(of body: () -> Void) -> Refusal?
}

extension CalibratedView {
  /// Nothing is noted.
  package func begin(_ note: Experiment.Note) {}
  /// The user moves nothing.
  package func beginMoving() {}
  /// There are no fields.
  package func beginEditing() {}
  /// Nothing is hidden.
  package func hide() {}
  /// Nothing depends on its size.
  package func loseSize() {}
  /// Nothing animates.
  package func letUpdatesEnd() {}

  fileprivate func perform(_ updates: @escaping () -> Void) { perform(updates) { _ in } }
}

/// A kind of view, or a mode of a model.
@MainActor package struct CalibratedKind {
  /// Its class, or the model and its mode.
  package let name: String
  package let family: Experiment.Family
  /// Whether such a view can be asked an experiment of its family.
  package let takes: (Experiment) -> Bool
  /// Makes a view, in a window, that has loaded nothing.
  package let make: (CalibrationSource) -> any CalibratedView

  package init(
    _ name: String, _ family: Experiment.Family,
    takes: @escaping (Experiment) -> Bool = { _ in true },
    _ make: @escaping (CalibrationSource) -> any CalibratedView
  ) {
    (self.name, self.family, self.takes, self.make) = (name, family, takes, make)
  }

  /// Carries out an experiment with a new view.
  package func observe(_ experiment: Experiment) -> Observation {
    let source = CalibrationSource(experiment)
    let view = make(source)
    var observation = Observation()
    observation.refusal = view.refusal {
      observation.seconds = experiment.carryOut(in: view, source)
      view.note(in: &observation)
      if experiment.note == .order { observation.notes = source.order }
    }
    if observation.refusal != nil { observation = Observation(observation.refusal) }
    observation.asked = source.asked
    return observation
  }
}

extension Observation {
  fileprivate init(_ refusal: Refusal?) { self.refusal = refusal }
}

/// What the view of an experiment asks. A cell says whether it was asked for before the data had changed, and where.
@MainActor package final class CalibrationSource {
  private let experiment: Experiment
  private var isSwapped = false
  package fileprivate(set) var asked: [String] = []
  /// In which order updates are told, carried out and ended.
  fileprivate var order: [String] = []
  /// Is called once, when the view asks for a cell.
  fileprivate var onAsking: (() -> Void)?
  /// What an outline view asks.
  package private(set) lazy var outline = OutlineCalibrationSource(experiment, self)

  fileprivate init(_ experiment: Experiment) { self.experiment = experiment }

  /// Whether each section has a footer.
  var hasFooters: Bool { experiment.hasFooters }

  /// Returns the text of the footer of a section.
  func text(ofFooter section: Int) -> String { "\(moment) footer \(section)" }

  private var moment: String { isSwapped ? "new" : "old" }

  /// Notes that something is asked of the data.
  ///
  /// - Returns: Whether the data has changed.
  func noteAsking() -> Bool {
    if asked.last != moment { asked.append(moment) }
    return isSwapped
  }

  /// The number of items in each section.
  package var counts: [Int] { noteAsking() ? experiment.after : experiment.before }

  /// Whether a row is a group row, as headers and footers are.
  package func isGroup(_ row: Int) -> Bool {
    (isSwapped ? experiment.groupRows.after : experiment.groupRows.before).contains(row)
  }

  /// Returns the text of a cell.
  package func text(section: Int, item: Int) -> String { text(of: "\(section):\(item)") }

  /// Returns the text of the cell of what has a name.
  package func text(of name: String) -> String {
    let body = onAsking
    onAsking = nil
    body?()
    return "\(moment) \(name)"
  }

  /// The texts of all cells.
  package var texts: [[String]] {
    counts.enumerated().map { section, count in
      (0..<count).map { text(section: section, item: $0) }
    }
  }

  fileprivate func swap() { isSwapped = true }
}

extension Experiment {
  /// Brings a view into the situation, tells it the calls, and lays it out.
  ///
  /// - Returns: How long that took, in seconds, from the first call on; `nil` if the experiment does not ask.
  @MainActor fileprivate func carryOut(
    in view: any CalibratedView, _ source: CalibrationSource
  ) -> Double? {
    if situation != .neverLaidOut { view.layOut() }
    if let selectedRow { view.select(row: selectedRow) }
    if offset != 0 { view.scroll(to: offset) }
    switch situation {
    case .withoutWindow: view.leaveWindow()
    case .whileMoving: view.beginMoving()
    case .whileEditing: view.beginEditing()
    case .hidden: view.hide()
    case .withoutSize: view.loseSize()
    default: break
    }
    if let note { view.begin(note) }
    let start = ContinuousClock.now
    tellCalls(view, source)
    view.layOut()
    if note == .order {
      view.letUpdatesEnd()
      view.layOut()
    }
    return note == .duration ? (ContinuousClock.now - start) / .seconds(1) : nil
  }

  @MainActor private func tellCalls(_ view: any CalibratedView, _ source: CalibrationSource) {
    let tell = { for call in calls { view.tell(call) } }
    switch situation {
    case .laidOut, .withoutWindow, .whileMoving, .whileEditing:
      view.perform {
        source.swap()
        tell()
      }
    case .swappedLast:
      view.perform {
        tell()
        source.swap()
      }
    case .swappedBefore, .hidden, .withoutSize, .neverLaidOut, .afterReload, .afterInvalidation:
      if situation == .afterReload { view.reloadData() }
      if situation == .afterInvalidation { view.invalidateLayout() }
      source.swap()
      view.perform(tell)
    case .withoutBlock:
      source.swap()
      tell()
    case .nested:
      view.perform {
        source.swap()
        for call in calls { view.perform { view.tell(call) } }
      }
    case .reloadWithin:
      view.perform {
        source.swap()
        tell()
        view.reloadData()
      }
    case .whileAsked:
      source.swap()
      source.onAsking = { view.perform(tell) }
      view.reloadData()
      view.layOut()
    case .reloaded:
      source.swap()
      view.reloadData()
    case .reloadedAfter:
      view.perform {
        source.swap()
        tell()
      }
      view.reloadData()
    case .overlapping:
      perform(1, in: view, source) {
        source.swap()
        tell()
      }
      perform(2, in: view, source) {}
    case .inCompletion:
      perform(1, in: view, source) {
      } ended: {
        self.perform(2, in: view, source) {
          source.swap()
          tell()
        }
      }
    }
  }

  /// Carries out an update, and notes when it is told, carried out and ended.
  @MainActor private func perform(
    _ number: Int, in view: any CalibratedView, _ source: CalibrationSource,
    _ updates: @escaping () -> Void, ended: @escaping @MainActor () -> Void = {}
  ) {
    view.perform {
      source.order.append("update \(number) is carried out")
      updates()
    } ended: { isFinished in
      source.order.append("update \(number) has ended, finished: \(isFinished)")
      ended()
    }
    source.order.append("update \(number) was told")
  }
}
