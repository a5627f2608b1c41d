import Roster
import RosterComponents
import RosterImages
import RosterLayout
import RosterWidgets

/// A photo on its own page: the picture as large as there is room, and what can be done with it.
struct PhotoCard: Component, Equatable {
  /// What of the picture is visible.
  struct State: ComponentState {
    /// How many times larger than its frame the picture is: a power of two.
    var scale = 1
    /// The point of the picture in the middle of its frame, from 0 to 1.
    var x = 0.5
    var y = 0.5

    static let scaleMax = 8

    /// Makes the picture twice as large for each step, or half as large.
    mutating func zoom(by steps: Int) {
      for _ in 0..<min(abs(steps), 8) {
        scale = steps > 0 ? min(scale * 2, Self.scaleMax) : max(scale / 2, 1)
      }
      pan(columns: 0, rows: 0)
    }

    /// Moves the frame by quarters of it, as far as the picture reaches.
    mutating func pan(columns: Int, rows: Int) {
      let margin = 0.5 / Double(scale)
      func moved(_ place: Double, by steps: Int) -> Double {
        min(max(place + Double(steps) / 4 / Double(scale), margin), 1 - margin)
      }
      (x, y) = (moved(x, by: columns), moved(y, by: rows))
    }
  }

  /// States are kept under this name, so that the type may be renamed.
  static let typeName = "PhotoCard"
  /// The place of the component in its item.
  static let path = ScopePath([ScopeKey(typeName: typeName)])
  /// The names of the actions that move the picture in its frame; see ``State``.
  static let (zoom, pan) = ("zoom", "pan")

  let photo: Photo

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<DetailMessage> {
    let look = scope.environment(PhotoLook.self)
    let standing = scope.environment(PhotoStanding.self)
    ViewNode("box") {
      picture(scope, look)
      Text(photo.title, .headline)
      Text(facts(standing), .caption)
      Text(photo.description)
      buttons(scope, standing, look)
      movingButtons(scope, look)
    }
    .padding(look.margins).gap(look.lineGap)
  }

  private func facts(_ standing: PhotoStanding?) -> String {
    var facts = [photo.author, "\(photo.width) × \(photo.height)"]
    if let standing, let number = standing.number { facts.append("\(number) of \(standing.count)") }
    return facts.joined(separator: " · ")
  }

  // MARK: The picture

  /// The frame, of which the picture fills more if it is zoomed. Percentages of insets and lengths are those
  /// of the frame, so that it works in any host.
  private func picture(_ scope: Scope<Self>, _ look: PhotoLook) -> Node<DetailMessage> {
    let state = scope.state
    let scale = Double(state.scale)
    func start(_ middle: Double) -> LayoutLength { .percent((0.5 - middle * scale) * 100) }
    let image = NetworkImage(photo.picture, alternative: photo.title).retriesOnTap()
      .size(width: .percent(100), height: .percent(100))
    return Node(
      ViewNode("box") {
        ViewNode("box") { Node(image) }
          .frame(width: .percent(scale * 100), height: .percent(scale * 100))
          .layout { layout in
            layout.position = .absolute
            (layout.insets.left, layout.insets.top) = (start(state.x), start(state.y))
          }
      }
      .on(.swipe, swiping(scope))
      .layout { layout in
        layout.overflow = .hidden
        if let height = look.largePictureHeight {
          layout.height = .points(height)
        } else {
          layout.maxWidth = .points(Double(max(1, photo.width)))
          layout.aspectRatio = photo.aspectRatio
        }
      })
  }

  /// A swipe shows the photo beside this one, or another part of a picture that is zoomed: what is seen goes
  /// where the finger goes.
  private func swiping(_ scope: Scope<Self>) -> Action<GestureKind.Direction> {
    scope.action("swipe") { (state: inout State, direction: GestureKind.Direction) in
      let (columns, rows) = direction.steps
      guard state.scale > 1 else { return columns == 0 ? nil : .step(columns) }
      state.pan(columns: columns, rows: rows)
      return nil
    }
  }

  // MARK: Buttons

  private func buttons(
    _ scope: Scope<Self>, _ standing: PhotoStanding?, _ look: PhotoLook
  ) -> Node<DetailMessage> {
    Node(
      ViewNode("box") {
        Button("back", action: scope.send("back", .back))
        if let standing {
          Button(
            standing.isFavourite ? "♥ favourite" : "♡ favourite",
            action: scope.send("favourite", .toggleFavourite)
          )
          .selected(standing.isFavourite)
        }
        Button("share", action: scope.send("share", .share))
        Button("‹ previous", action: scope.send("previous", .step(-1)))
          .enabled(standing?.hasPrevious ?? false)
        Button("next ›", action: scope.send("next", .step(1)))
          .enabled(standing?.hasNext ?? false)
      }
      .direction(.row).wrap().gap(row: look.lineGap, column: look.columnGap))
  }

  private func movingButtons(_ scope: Scope<Self>, _ look: PhotoLook) -> Node<DetailMessage> {
    let zoom = scope.edit(Self.zoom) { (state: inout State, steps: Int) in state.zoom(by: steps) }
    let pan = scope.edit(Self.pan) { (state: inout State, columns: Int, rows: Int) in
      state.pan(columns: columns, rows: rows)
    }
    let scale = scope.state.scale
    return Node(
      ViewNode("box") {
        Button(icon: .text("−"), label: "Smaller", action: Action(zoom, binding: -1))
          .enabled(scale > 1)
        Button(icon: .text("+"), label: "Larger", action: Action(zoom, binding: 1))
          .enabled(scale < State.scaleMax)
        if scale > 1 {
          Text("\(scale)×", .caption)
          for (sign, label, columns, rows) in Self.directions {
            Button(
              icon: .text(sign), label: label,
              action: Self.binding(pan, columns: columns, rows: rows))
          }
        }
      }
      .direction(.row).wrap().alignItems(.center).gap(row: look.lineGap, column: look.columnGap))
  }

  private static func binding(_ pan: Action<Int, Int>, columns: Int, rows: Int) -> Action<> {
    let sideways: Action<Int> = Action(pan, binding: columns)
    return Action(sideways, binding: rows)
  }

  private static let directions = [
    ("←", "To the left", -1, 0), ("→", "To the right", 1, 0), ("↑", "Up", 0, -1),
    ("↓", "Down", 0, 1),
  ]
}

extension GestureKind.Direction {
  /// Where what comes into sight stood: to the right if the finger goes to the left.
  fileprivate var steps: (columns: Int, rows: Int) {
    switch self {
    case .left: (1, 0)
    case .right: (-1, 0)
    case .up: (0, 1)
    case .down: (0, -1)
    }
  }
}
