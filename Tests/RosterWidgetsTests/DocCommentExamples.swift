import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import RosterText
import RosterWidgets
import Testing

/// The code in the comments of `RosterWidgets`. Parts of bodies are compiled only: they show how something is
/// written.
@Suite("Examples: comments on widgets") struct DocCommentExamples {
  struct Post: Equatable, Sendable {
    var author = ""
    var body = ""
    var caption = ""
    var imageAddress = ""
  }

  struct Photo: Equatable, Sendable {
    var name = ""
  }

  struct Shop: Equatable, Sendable {
    var pin: MapPin
  }

  struct Person: Equatable, Sendable {
    var name = ""
  }

  struct Settings: Equatable, Sendable {
    var notifies = false
  }

  struct Filter: Equatable, Sendable {
    var index: Int?
  }

  struct PhotoCard: Component, Equatable {
    let photo: Photo

    init(_ photo: Photo) { self.photo = photo }

    func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("card") }
  }

  struct PostRow: Component, Equatable {
    let post: Post

    init(_ post: Post) { self.post = post }

    func body(_ scope: Scope<Self>) -> Node<Never> {
      Text(post.author)
    }
  }

  struct LikeButton: Component {
    func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("button") }
  }

  // begin example
  struct Chart: Codable, Equatable, ActionArgument { var points: [Double] }
  // end example

  /// A component with everything that examples use.
  struct Everything: Component {
    struct State: ComponentState {
      var selection: Int?
      var isMarked = false
    }

    enum Message: Sendable {
      case sent, ignored
      case renamed(String)
      case notifies(Bool)
    }

    let post: Post
    let photos: [Photo]
    let points: [Double]
    let person: Person
    let settings: Settings
    let filter: Filter
    let save: Action<>
    let open: Action<>
    let setFilter: Action<Int>
    let isSaving = false
    let canSave = true

    func initialState() -> State { State() }

    func body(_ scope: Scope<Self>) -> Node<Message> {
      // begin example
      Button("Send", action: scope.send("send", .sent))
      Button("Save", action: save).busy(isSaving).enabled(canSave)
      // end example
      // begin example
      Carousel(photos.map(PhotoCard.init), itemWidth: 24)
      // end example
      // begin example
      CustomView("chart", Chart(points: points), size: Size(width: 40, height: 8))
        .on("select", scope.edit("select") { (state, index: Int) in state.selection = index })
      // end example
      // begin example
      Flex(.row) {
        Text(post.author)
        Spacer()
        LikeButton()
      }
      // end example
      others(scope)
      controls(scope)
    }

    @NodeBuilder<Message> private func others(_ scope: Scope<Self>) -> Node<Message> {
      // begin example
      ImageView(.address(post.imageAddress), alternative: post.caption, aspectRatio: 16 / 9)
      // end example
      // begin example
      Label("Saved", icon: .text("✓"))
      // end example
      // begin example
      Text(post.author, .headline).lines(1)
      Text(post.body)
      Text([TextPiece("Sold out").bold(), TextPiece(" since yesterday")])
      // end example
      // begin example
      Text("Tea\t9.50\nCoffee\t12").tabs([TextOptions.TabStop(at: 20, .decimal("."))])
      // end example
      // begin example
      PostRow(post).style { $0.text.color = .secondaryText }
      // end example
    }

    @NodeBuilder<Message> private func controls(_ scope: Scope<Self>) -> Node<Message> {
      // begin example
      SegmentedControl(["All", "Unread"], selection: filter.index, onChange: setFilter)
      // end example
      // begin example
      TextField(person.name, placeholder: "Name")
        .validated(by: .notBlank(message: "Enter a name"))
        .map { if case .submitted(let name) = $0 { .renamed(name) } else { .ignored } }
      // end example
      // begin example
      Toggle(
        "Notify me", isOn: settings.notifies,
        onChange: scope.send("notify") { (isOn: Bool) in .notifies(isOn) })
      // end example
      // begin example
      Touchable(onTap: open, onLongPress: scope.edit("mark") { $0.isMarked = true }) {
        Text(post.author, .headline)
        Text(post.body)
      }
      // end example
    }
  }

  struct ShopMap: Component {
    struct State: ComponentState { var selection = "" }

    let shops: [Shop]

    func initialState() -> State { State() }

    func body(_ scope: Scope<Self>) -> Node<Never> {
      // begin example
      MapView(MapRegion(latitude: 47.4, longitude: 8.5, span: 0.2), pins: shops.map(\.pin))
        .onSelect(scope.edit("select") { (state, pin: String) in state.selection = pin })
      // end example
      headline(scope)
    }

    private func headline(_ scope: Scope<Self>) -> Node<Never> {
      // begin example
      let style = scope.style(\.headline)
      // end example
      return Node { ViewNode("headline").attribute("bold", .bool(style.isBold)) }
    }
  }

  private func styled(_ post: Post) -> Node<Never> {
    // begin example
    Node { PostRow(post) }.style { $0.text.color = .secondaryText }
    // end example
  }

  @Test func stylesAreSet() {
    // begin example
    var environment = ComponentEnvironment()
    environment.style = .points
    // end example
    #expect(environment.style == .points)
    #expect(TextStyle.quote.isItalic == true)
    // begin example
    let orange = StyleColor(0xff8800)
    // end example
    #expect(orange == StyleColor(0xff8800))
  }

  @Test func aValueIsShownBeforeTheModelHasIt() {
    // begin example
    var like = OptimisticValue(false)
    like.propose(true)  // like.value == true
    like.adopt(true)  // the model has it: nothing is pending
    // end example
    #expect(like.value)
  }

  @Test func aTextIsEdited() {
    // begin example
    var editing = TextEditing("one two")
    editing.perform(.delete(.backward, by: .word))  // "one "
    editing.perform(.insert("three"))  // "one three"
    editing.perform(.undo)  // "one "
    // end example
    #expect(editing.text == "one ")
  }
}

// begin example
extension TextStyle {
  static let quote = TextStyle { $0.isItalic = true }
}
// end example
