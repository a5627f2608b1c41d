import RosterTerminal
import RosterTestKit
import RosterWidgets
import Testing

struct InputDecoderTests {
  private static func key(_ key: Key, _ modifiers: InputModifiers = []) -> [InputEvent] {
    [.key(KeyPress(key, modifiers))]
  }

  private static func text(_ text: String, _ modifiers: InputModifiers = []) -> [InputEvent] {
    text.unicodeScalars.map { .key(KeyPress($0, modifiers)) }
  }

  private static func mouse(
    _ action: MouseEvent.Action, _ row: Int, _ column: Int, _ modifiers: InputModifiers = []
  ) -> [InputEvent] {
    [.mouse(MouseEvent(action, at: CellPosition(row: row, column: column), modifiers))]
  }

  /// What terminals send, and what it means.
  static let sequences: [(bytes: String, events: [InputEvent])] = [
    // Text and control characters.
    ("aZ~ ", text("aZ~ ")), ("é世😀", text("é世😀")), ("e\u{301}", text("e\u{301}")),
    ("\r", key(.enter)), ("\t", key(.tab)), ("\u{7F}", key(.backspace)), ("\u{8}", key(.backspace)),
    ("\u{0}", text(" ", .control)), ("\u{3}", text("c", .control)), ("\n", text("j", .control)),
    ("\u{1A}", text("z", .control)), ("\u{1C}\u{1F}", text("\\_", .control)),
    // Alt.
    ("\u{1B}x", text("x", .alt)), ("\u{1B}é", text("é", .alt)),
    ("\u{1B}\u{7F}", key(.backspace, .alt)),
    ("\u{1B}\u{1}", text("a", [.alt, .control])), ("\u{1B}\u{1B}[A", key(.up, .alt)),
    ("\u{1B}\u{1B}OP", key(.function(1), .alt)),
    // Cursor keys: xterm, application mode, rxvt, with modifiers.
    ("\u{1B}[A\u{1B}[B", key(.up) + key(.down)), ("\u{1B}OC\u{1B}OD", key(.right) + key(.left)),
    ("\u{1B}[1;2A", key(.up, .shift)), ("\u{1B}[1;3B", key(.down, .alt)),
    ("\u{1B}[1;5C", key(.right, .control)), ("\u{1B}[1;8D", key(.left, [.shift, .alt, .control])),
    ("\u{1B}[a", key(.up, .shift)), ("\u{1B}Oa", key(.up, .control)),
    ("\u{1B}[1;9A", key(.up, .command)), ("\u{1B}[1;33A", key(.up, .alt)),
    // Editing and function keys: xterm, rxvt, Linux, the same with modifiers.
    ("\u{1B}[H\u{1B}[F", key(.home) + key(.end)), ("\u{1B}OH\u{1B}OF", key(.home) + key(.end)),
    ("\u{1B}[1~\u{1B}[4~", key(.home) + key(.end)), ("\u{1B}[7~\u{1B}[8~", key(.home) + key(.end)),
    ("\u{1B}[2~\u{1B}[3~", key(.insert) + key(.delete)),
    ("\u{1B}[5~\u{1B}[6~", key(.pageUp) + key(.pageDown)), ("\u{1B}[5;5~", key(.pageUp, .control)),
    ("\u{1B}[3^", key(.delete, .control)), ("\u{1B}[3$", key(.delete, .shift)),
    ("\u{1B}[3@", key(.delete, [.shift, .control])), ("\u{1B}[Z", key(.tab, .shift)),
    ("\u{1B}OP\u{1B}OS", key(.function(1)) + key(.function(4))),
    ("\u{1B}[11~\u{1B}[15~", key(.function(1)) + key(.function(5))),
    ("\u{1B}[17~\u{1B}[21~", key(.function(6)) + key(.function(10))),
    ("\u{1B}[23~\u{1B}[24~", key(.function(11)) + key(.function(12))),
    ("\u{1B}[1;2P", key(.function(1), .shift)), ("\u{1B}[15;5~", key(.function(5), .control)),
    ("\u{1B}[[A\u{1B}[[E", key(.function(1)) + key(.function(5))),
    ("\u{1B}OM\u{1B}Op\u{1B}Oy", key(.enter) + text("09")), ("\u{1B}[E", key(.begin)),
    // CSI u of kitty and others, and the form of xterm.
    ("\u{1B}[97;5u", text("a", .control)), ("\u{1B}[97u", text("a")),
    ("\u{1B}[97;2u", text("A")), ("\u{1B}[49:33;2u", text("!")), ("\u{1B}[97:65;2u", text("A")),
    ("\u{1B}[97:65;6u", text("a", [.shift, .control])), ("\u{1B}[228;3u", text("ä", .alt)),
    ("\u{1B}[27u\u{1B}[13;5u", key(.escape) + key(.enter, .control)),
    ("\u{1B}[9;5u", key(.tab, .control)), ("\u{1B}[127;3u", key(.backspace, .alt)),
    ("\u{1B}[97;5:1u\u{1B}[97;5:2u", text("aa", .control)), ("\u{1B}[97;5:3u", []),
    ("\u{1B}[57441;2u", []), ("\u{1B}[57404u", text("5")), ("\u{1B}[57376u", key(.function(13))),
    ("\u{1B}[27;5;13~", key(.enter, .control)), ("\u{1B}[27;6;65~", text("a", [.shift, .control])),
    // The mouse.
    ("\u{1B}[<0;1;1M\u{1B}[<0;1;1m", mouse(.press(.left), 0, 0) + mouse(.release(.left), 0, 0)),
    ("\u{1B}[<2;300;200M", mouse(.press(.right), 199, 299)),
    ("\u{1B}[<33;5;6M", mouse(.drag(.middle), 5, 4)), ("\u{1B}[<35;5;6M", mouse(.move, 5, 4)),
    ("\u{1B}[<64;3;4M\u{1B}[<65;3;4M", mouse(.wheel(.up), 3, 2) + mouse(.wheel(.down), 3, 2)),
    ("\u{1B}[<66;3;4M\u{1B}[<67;3;4M", mouse(.wheel(.left), 3, 2) + mouse(.wheel(.right), 3, 2)),
    ("\u{1B}[<20;3;4M", mouse(.press(.left), 3, 2, [.shift, .control])),
    ("\u{1B}[<8;3;4M", mouse(.press(.left), 3, 2, .alt)),
    ("\u{1B}[<128;3;4M", mouse(.press(.other(8)), 3, 2)), ("\u{1B}[<0;0;4M", []),
    ("\u{1B}[<0;3M", []), ("\u{1B}[M !!", []), ("\u{1B}[32;3;4M", []),
    // Focus and paste.
    ("\u{1B}[I\u{1B}[O", [.focusGained, .focusLost]),
    (
      "\u{1B}[200~a\u{1B}[3~b\r\n\u{1B}[201~c",
      [.pasteBegan, .pasted("a\u{1B}[3~b\r\n"), .pasteEnded] + text("c")
    ),
    ("\u{1B}[200~\u{1B}[201~", [.pasteBegan, .pasteEnded]),
    (
      "\u{1B}[200~\u{1B}\u{1B}[20\u{1B}[201~",
      [.pasteBegan, .pasted("\u{1B}\u{1B}[20"), .pasteEnded]
    ),
    ("\u{1B}[201~", []),
    // What was not asked for is swallowed whole: answers, strings, sequences of the future.
    ("\u{1B}[?62;4cx", text("x")), ("\u{1B}[24;80Rx", text("x")), ("\u{1B}[?2026;2$yx", text("x")),
    ("\u{1B}]11;rgb:0/0/0\u{7}x", text("x")), ("\u{1B}]0;é\u{1B}\\x", text("x")),
    ("\u{1B}P1$r0m\u{1B}\\x", text("x")), ("\u{1B}_Gi=1;OK\u{1B}\\x", text("x")),
    ("\u{1B}[1;2;3!!wx", text("x")), ("\u{1B}[99999999999999999999~x", text("x")),
    ("\u{1B}[99999999999999999999;99999999999999999999ux", text("x")), ("\u{1B}Oqx", text("1x")),
    ("\u{1B}[12\u{18}x", text("x")), ("\u{1B}[12\u{1B}[A", key(.up)),
    ("\u{1B}]0;a\u{1B}[A", key(.up)), ("\u{9B}A", text("A")),
  ]

  private static func decode(_ bytes: [UInt8]) -> [InputEvent] {
    var decoder = InputDecoder()
    let events = decoder.decode(bytes)
    #expect(!decoder.isWaiting)
    return events + decoder.flush()
  }

  @Test(arguments: sequences.indices)
  func sequencesAreDecodedHoweverTheyAreSplit(_ index: Int) {
    let (text, events) = Self.sequences[index]
    let bytes = Array(text.utf8)
    #expect(Self.decode(bytes) == events, "\(text.debugDescription)")
    for first in bytes.indices {
      for second in first..<bytes.count {
        var decoder = InputDecoder()
        var found = decoder.decode(bytes[..<first])
        found += decoder.decode(bytes[first..<second])
        found += decoder.decode(bytes[second...])
        #expect(found == events, "\(text.debugDescription) at \(first) and \(second)")
      }
    }
  }

  @Test(
    arguments: [
      ("\u{1B}", key(.escape)), ("\u{1B}\u{1B}", key(.escape, .alt)), ("\u{1B}[", text("[", .alt)),
      ("\u{1B}O", text("O", .alt)), ("\u{1B}]", text("]", .alt)), ("\u{1B}[1;", []),
      ("\u{1B}]0;title", []), ("\u{1B}[M !", []),
      ("\u{1B}\u{1B}\u{1B}", key(.escape) + key(.escape, .alt)),
      ("\u{1B}[[", []),
    ] as [(String, [InputEvent])])
  func flushDecidesWhatIsNotComplete(_ text: String, _ events: [InputEvent]) {
    var decoder = InputDecoder()
    let before = decoder.decode(text.utf8)
    #expect(decoder.isWaiting)
    #expect(before + decoder.flush() == events)
    #expect(!decoder.isWaiting)
    #expect(decoder.decode("a".utf8) == Self.text("a"))
  }

  @Test(
    arguments: [
      ([0xFF], "\u{FFFD}"), ([0xC3, 0x41], "\u{FFFD}A"), ([0xE4, 0xB8], "\u{FFFD}"),
      ([0xC0, 0x80], "\u{FFFD}\u{FFFD}"), ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
      ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
      ([0xF0, 0x9F, 0x98, 0x41], "\u{FFFD}A"),
    ] as [([UInt8], String)])
  func invalidTextIsReplaced(_ bytes: [UInt8], _ shown: String) {
    var decoder = InputDecoder()
    #expect(decoder.decode(bytes) + decoder.flush() == Self.text(shown))
    #expect(String(decoding: bytes, as: UTF8.self) == shown)
  }

  // MARK: Pastes

  @Test func longPasteComesInPartsThatDoNotDependOnItsPieces() {
    let text = String(repeating: "aé世😀", count: 3000)
    let bytes = Array("\u{1B}[200~\(text)\u{1B}[201~".utf8)
    let whole = Self.decode(bytes)
    var decoder = InputDecoder()
    #expect(bytes.flatMap { decoder.decode([$0]) } == whole)
    let parts = whole.compactMap { if case .pasted(let text) = $0 { text } else { nil } }
    #expect(parts.count > 5)
    #expect(parts.joined() == text)
    #expect(parts.allSatisfy { $0.utf8.count <= 4096 + 8 })
  }

  @Test func pasteGoesOnAfterAFlush() {
    var decoder = InputDecoder()
    let bytes = Array("\u{1B}[200~ab世\u{1B}[2".utf8)
    #expect(decoder.decode(bytes.dropLast(5)) == [.pasteBegan])
    #expect(decoder.flush() == [.pasted("ab")])
    #expect(decoder.isPasting && !decoder.isWaiting)
    #expect(decoder.decode(bytes.suffix(5)) == [])
    #expect(decoder.flush() == [.pasted("世")])
    #expect(decoder.decode("01~x".utf8) == [.pasteEnded] + Self.text("x"))
  }

  // MARK: Anything

  @Test func anyBytesEndInASettledState() {
    let useful = Array("\u{1B}\u{1B}\u{1B}[[[OO;;:<?0129~ABMmuIO$]P\\\u{7}".utf8)
    for seed in 0..<3000 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let bytes = (0..<random.index(below: 200)).map { _ in
        random.happens(percent: 80)
          ? useful[random.index(below: useful.count)] : UInt8(random.index(below: 256))
      }
      var decoder = InputDecoder()
      var events = decoder.decode(bytes)
      var pieces = InputDecoder()
      #expect(bytes.flatMap { pieces.decode([$0]) } == events, "seed \(seed)")
      events += decoder.flush()
      #expect(!decoder.isWaiting, "seed \(seed)")
      if decoder.isPasting { _ = decoder.decode("\u{1B}[201~".utf8) }
      #expect(decoder.decode("x".utf8) == Self.text("x"), "seed \(seed)")
    }
  }
}
