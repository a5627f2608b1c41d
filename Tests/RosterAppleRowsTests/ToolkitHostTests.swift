#if os(Linux)
  import Foundation
  import RosterAppleRows
  import RosterComponents
  import RosterJSON
  import RosterLayout
  import RosterMounting
  import RosterToolkitStubs
  import RosterWidgets
  import Testing

  /// Views of toolkits and what the user does to them, by a mount.
  @Suite("Views of toolkits") @MainActor
  struct ToolkitHostTests {
    /// A mount in a view of UIKit, and what its views report.
    @MainActor private final class Canvas {
      let container = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 40))
      let host = ToolkitHost<UIView>.uiKit(fontSize: 17)
      let mount: ViewMount<ToolkitHost<UIView>>
      private(set) var reports: [String] = []

      init() {
        mount = ViewMount(in: container, of: host)
        host.onEvent = { [weak self] event, view, values in
          guard let self else { return }
          let className = mount.description(of: view)?.spec.className ?? "no view"
          reports.append("\(className) \(event.rawValue) \(JSONValue.array(values).canonicalText)")
          if let reported = ReportedValue(event, values, ofClass: className) {
            mount.viewReported(reported, of: view)
          }
        }
      }

      @discardableResult
      func show(
        _ className: String, _ attributes: ViewAttributes = [:], on events: [ViewEvent] = [],
        width: Double = 100
      ) -> UIView? {
        var tree = ViewTree(spec: ViewSpec(className, attributes: attributes))
        let action = ActionReference(target: .responders, name: "act")
        for event in events { tree.events[event] = [action] }
        tree.frame = ViewFrame(size: Size(width: width, height: 40))
        mount.render([tree], isLaidOut: true)
        return container.subviews.first { !$0.isHidden }
      }
    }

    // MARK: Contents

    @Test func aTextHasItsFontsAndColours() throws {
      let canvas = Canvas()
      let shown = canvas.show(
        "text", ["text": "ab", "spans": [["from": 1, "to": 2, "bold": true]], "color": "error"])
      let text = try #require((shown as? UILabel)?.attributedText)
      let first = text.attributes(at: 0, effectiveRange: nil)
      let second = text.attributes(at: 1, effectiveRange: nil)
      #expect(text.string == "ab")
      #expect((first[.font] as? UIFont)?.weight == .regular)
      #expect((second[.font] as? UIFont)?.weight == .bold)
      #expect((first[.foregroundColor] as? UIColor) == .systemRed)
    }

    /// Another size of the font is that of what is shown, and of what is shown next. What the user has typed stays.
    @Test(arguments: ["text", "badge", "button", "toggle", "field"])
    func textsTakeAnotherSizeOfTheFont(className: String) throws {
      let canvas = Canvas()
      let view = try #require(canvas.show(className, ["text": "a", "title": "a"]))
      let field = view as? UITextField
      field?.typeByHand("abc")
      #expect(try Self.fontSize(view) == 17)
      canvas.host.fontSize = 30
      #expect(try Self.fontSize(view) == 30 && (field == nil || field?.text == "abc"))
      canvas.show(className, ["text": "b", "title": "b"])
      #expect(try Self.fontSize(view) == 30)
    }

    private static func fontSize(_ view: UIView) throws -> CGFloat? {
      if let field = view as? UITextField { return field.font?.pointSize }
      if let button = view as? UIButton { return button.titleLabel?.font?.pointSize }
      let label = try #require(view as? UILabel ?? view.shown(UILabel.self).first)
      guard let text = label.attributedText, text.length > 0 else { return label.font?.pointSize }
      return (text.attribute(.font, at: 0, effectiveRange: nil) as? UIFont)?.pointSize
    }

    @Test func anIconIsAPictureOrCharacters() throws {
      UIImage.names = ["star"]
      defer { UIImage.names = [] }
      let canvas = Canvas()
      let button = try #require(
        canvas.show("button", ["title": "Like", "icon": "♥"]) as? UIButton)
      #expect(button.currentTitle == "♥ Like" && button.currentImage == nil)
      canvas.show("button", ["title": "Like", "icon": "star"])
      #expect(button.currentTitle == "Like" && button.currentImage?.name == "star")
    }

    @Test func aSpinnerTurnsWhileItIsActive() throws {
      let canvas = Canvas()
      let spinner = try #require(
        canvas.show("spinner", ["active": true]) as? UIActivityIndicatorView)
      #expect(spinner.isAnimating)
      canvas.show("spinner", ["active": false])
      #expect(!spinner.isAnimating)
    }

    @Test func whatIsUnsetIsAsInANewView() throws {
      let canvas = Canvas()
      let box = try #require(
        canvas.show("box", ["background": "surface", "border": "separator"]))
      #expect(box.backgroundColor == .secondarySystemBackground && box.layer.borderWidth == 1)
      canvas.show("box")
      #expect(box.backgroundColor == nil && box.layer.borderColor == nil)
      #expect(box.layer.borderWidth == 0)
    }

    @Test func aChosenTitleStaysChosenWhenTheTitlesChange() throws {
      let canvas = Canvas()
      let control = try #require(
        canvas.show("segments", ["titles": ["a", "b"], "selected": 1]) as? UISegmentedControl)
      #expect(control.titles == ["a", "b"] && control.selectedSegmentIndex == 1)
      canvas.show("segments", ["titles": ["c", "d"], "selected": 1])
      #expect(control.titles == ["c", "d"] && control.selectedSegmentIndex == 1)
      control.chooseByHand(0)
      canvas.show("segments", ["titles": ["x", "y"], "selected": 0])
      #expect(
        control.selectedSegmentIndex == 0, "what the user has chosen, and the program takes over")
      canvas.show("segments", ["titles": ["e"], "selected": 7])
      #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment)
    }

    @Test func theDirectionIsThatOfTheRow() throws {
      let canvas = Canvas()
      canvas.host.direction = .rightToLeft
      let toggle = try #require(canvas.show("toggle", ["title": "On", "on": true]))
      let control = try #require(toggle.shown(UISwitch.self).first)
      #expect(control.isOn && control.frame == CGRect(x: 49, y: 4.5, width: 51, height: 31))
      canvas.host.direction = .leftToRight
      #expect(control.frame.minX == 0)
      let title = try #require(toggle.shown(UILabel.self).first)
      #expect(title.text == "On" && title.frame.minX == 59 && title.frame.width == 41)
    }

    // MARK: The user

    @Test func aSwitchShowsWhatTheProgramSaysInTheEnd() throws {
      let canvas = Canvas()
      let toggle = try #require(canvas.show("toggle", ["on": false], on: [.change]))
      let control = try #require(toggle.shown(UISwitch.self).first)
      control.switchByHand()
      #expect(canvas.reports == ["toggle change [true]"] && control.isOn)
      canvas.show("toggle", ["on": false], on: [.change])
      #expect(!control.isOn, "the program has refused it")
      #expect(toggle.accessibilityActivate() && control.isOn)
      #expect(canvas.reports.count == 2, "what the program sets is not reported")
    }

    @Test func whatNoActionIsForIsNotReported() throws {
      let canvas = Canvas()
      let button = try #require(canvas.show("button", ["title": "a"]) as? UIButton)
      #expect(button.tapByHand() && canvas.reports.isEmpty)
    }

    /// Values are reported also if no action is for them.
    @Test func whatTheUserHasEnteredIsNotShownInAViewThatIsUsedAgain() throws {
      let canvas = Canvas()
      let field = try #require(
        canvas.show("field", ["value": ""], on: [.submit]) as? UITextField)
      field.typeByHand("abc")
      #expect(canvas.reports == [#"field change ["abc"]"#])
      canvas.mount.render([], isLaidOut: true)
      #expect(canvas.show("field", ["value": ""], on: [.submit]) === field && field.text == "")
    }

    @Test func whatCannotBeUsedReportsNothing() throws {
      let canvas = Canvas()
      let button = try #require(
        canvas.show("button", ["title": "a", "disabled": true], on: [.tap]) as? UIButton)
      #expect(!button.tapByHand() && canvas.reports.isEmpty)
    }

    @Test func aTextThatIsTypedStaysWhileOtherAttributesChange() throws {
      let canvas = Canvas()
      let events: [ViewEvent] = [.change, .submit, .focus, .blur]
      let field = try #require(
        canvas.show("field", ["value": ""], on: events) as? UITextField)
      field.typeByHand("abc")
      canvas.show("field", ["value": "", "placeholder": "Name", "error": "no"], on: events)
      #expect(field.text == "abc" && field.placeholder == "Name" && field.isFirstResponder)
      field.returnByHand()
      canvas.show("field", ["value": "ABC"], on: events)
      #expect(field.text == "ABC")
      canvas.mount.render([], isLaidOut: true)
      #expect(!field.isFirstResponder, "a hidden view does not have the keyboard")
      #expect(
        canvas.reports == [
          "field focus []", #"field change ["abc"]"#, #"field submit ["abc"]"#, "field blur []",
        ])
    }

    @Test func gesturesAreReportedWhileTheyAreAskedFor() throws {
      let canvas = Canvas()
      let events: [ViewEvent] = [.tap, .doubleTap, .longPress, .pan, .swipe]
      let label = try #require(canvas.show("text", ["text": "a"], on: events))
      let recognizers = label.gestureRecognizers ?? []
      #expect(recognizers.count == 8 && label.isUserInteractionEnabled)
      let taps = recognizers.compactMap { $0 as? UITapGestureRecognizer }
      #expect(taps.map(\.numberOfTapsRequired) == [2, 1])
      #expect(taps.last?.requirements == taps.first.map { [$0] })
      for recognizer in recognizers {
        switch recognizer {
        case let tap as UITapGestureRecognizer: tap.tapByHand()
        case let press as UILongPressGestureRecognizer: press.pressByHand()
        case let pan as UIPanGestureRecognizer: pan.moveByHand(by: CGPoint(x: 3, y: 4))
        case let swipe as UISwipeGestureRecognizer: swipe.swipeByHand()
        default: break
        }
      }
      #expect(
        canvas.reports == ["text longPress []"]
          + Array(repeating: "text pan [3,4]", count: 3)
          + ["left", "right", "up", "down"].map { #"text swipe ["\#($0)"]"# }
          + ["text doubleTap []", "text tap []"])
      canvas.show("text", ["text": "a"])
      #expect(label.gestureRecognizers?.isEmpty == true && !label.isUserInteractionEnabled)
    }

    @Test func scrollingIsReportedAndItsAnswerSetsNothing() throws {
      let canvas = Canvas()
      let view = try #require(
        canvas.show("scroll", ["offset": 0, "length": 500], on: [.scroll]) as? UIScrollView)
      #expect(view.contentSize == CGSize(width: 500, height: 40))
      view.contentOffset = CGPoint(x: 120, y: 0)
      #expect(canvas.reports == ["scroll scroll [120]"])
      canvas.show("scroll", ["offset": 120, "length": 500], on: [.scroll])
      #expect(view.contentOffset.x == 120 && canvas.reports.count == 1)
    }
  }
#endif
