//! King, queen and jack: half a figure each, drawn in the suit's ink and turned over for the other half.

use std::fmt::Write as _;

use banco_cards::{Rank, Suit};

use super::pen::{GOLD, PAPER, SKIN, letter, twice};

/// What all court cards share: mantles by suit, faces and the three figures.
pub(super) fn parts() -> String {
    let mantles: String = Suit::ALL.into_iter().map(mantle).collect();
    let [queen_hair, jack_hair] = [
        format!(
            "<g id=\"hair-Q\"><path d=\"M104 86C88 94 85 124 92 150L110 141C104 128 104 106 106 88ZM146 86C162 94 165 124 158 150L140 141C146 128 146 106 144 88Z\" fill=\"currentColor\"/><path d=\"M99 96C94 110 94 130 98 143M151 96C156 110 156 130 152 143\" fill=\"none\" stroke=\"{GOLD}\" stroke-width=\"1.8\" stroke-linecap=\"round\"/></g>"
        ),
        "<g id=\"hair-J\"><path d=\"M106 88V126C101 133 95 134 91 131C96 122 94 104 96 88ZM144 88V126C149 133 155 134 159 131C154 122 156 104 154 88Z\" fill=\"currentColor\"/></g>".to_owned(),
    ];
    [mantles, queen_hair, jack_hair, king(), queen(), jack(), frame(), band()].concat()
}

/// The picture of a court card.
pub(super) fn picture(rank: Rank, suit: Suit) -> String {
    let hair = match rank {
        Rank::Queen | Rank::Jack => format!("<use href=\"#hair-{rank}\"/>"),
        _ => String::new(),
    };
    let suit = letter(suit);
    let half = format!(
        "{hair}<use href=\"#mantle-{suit}\"/><use href=\"#court-{rank}\"/><use href=\"#pip-{suit}\" transform=\"translate(77 60) scale(.27)\"/>"
    );
    format!("<use href=\"#frame\"/>{}<use href=\"#band\"/>", twice(&half))
}

/// Shoulders with the suit's own weave.
fn mantle(suit: Suit) -> String {
    let (width, cap) = if suit == Suit::Clubs { ("3.6", " stroke-linecap=\"round\"") } else { ("1.5", "") };
    format!(
        "<g id=\"mantle-{}\"><path d=\"M58 175V157C70 147 90 143 105 139L125 158 145 139C160 143 180 147 192 157V175Z\" fill=\"currentColor\"/><path d=\"{}\" fill=\"none\" stroke=\"{GOLD}\" stroke-width=\"{width}\"{cap}/><path d=\"M100 140.5 125 166 150 140.5\" fill=\"none\" stroke=\"{PAPER}\" stroke-width=\"8\"/><path d=\"M98 141 125 168 152 141\" fill=\"none\" stroke=\"{GOLD}\" stroke-width=\"3\"/></g>",
        letter(suit),
        weave(suit)
    )
}

/// Chevrons, scales, lozenges or trefoils, all within the mantle.
fn weave(suit: Suit) -> String {
    let mut lines = String::new();
    // Rows from the shoulder down; every second one is shifted by half a step.
    let rows: &[(u32, u32)] = match suit {
        Suit::Spades => &[(160, 0), (168, 0)],
        Suit::Hearts => &[(156, 0), (163, 5), (170, 0)],
        Suit::Diamonds | Suit::Clubs => &[(159, 0), (168, 5)],
    };
    for (y, shift) in rows {
        for step in 0..13 {
            let x = 62 + step * 10 + shift;
            let under_collar = (92..=158).contains(&(x + 5)) && *y < 166;
            if x > 180 || under_collar || (*y < 158 && !(72..=172).contains(&x)) {
                continue;
            }
            let drawn = match suit {
                Suit::Spades => write!(lines, "M{x} {y}l5-5 5 5"),
                Suit::Hearts => write!(lines, "M{x} {y}a5 5 0 0 0 10 0"),
                Suit::Diamonds => write!(lines, "M{} {}l4 4-4 4-4-4z", x + 4, y - 4),
                Suit::Clubs => {
                    write!(lines, "M{} {}v.01M{} {}v.01M{} {}v.01", x + 4, y - 3, x + 1, y + 1, x + 7, y + 1)
                }
            };
            // Writing into a text cannot fail.
            drawn.unwrap_or_default();
        }
    }
    lines
}

fn face() -> String {
    format!(
        "<path d=\"M104 88H146V112C146 128 137 138 125 141C113 138 104 128 104 112Z\" fill=\"{SKIN}\" stroke=\"currentColor\" stroke-width=\"2.4\"/><path d=\"M109.5 104.5q5.5-4.5 10.5 0M130 104.5q5-4.5 10.5 0M125 103V118.5L120.5 120.5\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/><circle cx=\"115\" cy=\"107\" r=\"1.7\" fill=\"currentColor\"/><circle cx=\"135\" cy=\"107\" r=\"1.7\" fill=\"currentColor\"/>"
    )
}

/// Beard, hair, crown and sceptre.
fn king() -> String {
    let face = face();
    format!(
        "<g id=\"court-K\">{face}\
         <path d=\"M104 111V120C104 142 114 152 125 157C136 152 146 142 146 120V111C143 120 137 123 131 122Q125 119.5 119 122C113 123 107 120 104 111Z\" fill=\"currentColor\"/>\
         <path d=\"M125 131V153M117 129.5V148M133 129.5V148M110 125V139M140 125V139\" stroke=\"{GOLD}\" stroke-width=\"1.6\" stroke-linecap=\"round\"/>\
         <path d=\"M119.5 126.5H130.5\" stroke=\"{SKIN}\" stroke-width=\"2.2\" stroke-linecap=\"round\"/>\
         <path d=\"M104 88V114C98 116 95 120 92 118C97 108 96 98 97 88ZM146 88V114C152 116 155 120 158 118C153 108 154 98 153 88Z\" fill=\"currentColor\"/>\
         <path d=\"M97 80 91 51 108 65 125 44 142 65 159 51 153 80Z\" fill=\"{GOLD}\" stroke=\"currentColor\" stroke-width=\"2.4\" stroke-linejoin=\"round\"/>\
         <circle cx=\"91\" cy=\"49\" r=\"3.6\" fill=\"currentColor\"/><circle cx=\"125\" cy=\"43\" r=\"4.2\" fill=\"currentColor\"/><circle cx=\"159\" cy=\"49\" r=\"3.6\" fill=\"currentColor\"/>\
         <rect x=\"95\" y=\"78\" width=\"60\" height=\"11\" rx=\"1.5\" fill=\"currentColor\"/><path d=\"M105 83.5l4-3.5 4 3.5-4 3.5zM121 83.5l4-3.5 4 3.5-4 3.5zM137 83.5l4-3.5 4 3.5-4 3.5z\" fill=\"{GOLD}\"/>\
         <path d=\"M176 158V78\" stroke=\"currentColor\" stroke-width=\"5\"/><path d=\"M176 158V78\" stroke=\"{GOLD}\" stroke-width=\"2\"/>\
         <circle cx=\"176\" cy=\"72\" r=\"7.5\" fill=\"{GOLD}\" stroke=\"currentColor\" stroke-width=\"2.4\"/><path d=\"M176 64V52M170.5 57H181.5\" stroke=\"currentColor\" stroke-width=\"3\"/></g>"
    )
}

/// Necklace, coronet with pearls, and a rose.
fn queen() -> String {
    let dots = |centres: &[(&str, &str)], rest: &str| -> String {
        centres.iter().map(|(x, y)| format!("<circle cx=\"{x}\" cy=\"{y}\" {rest}/>")).collect()
    };
    let necklace = dots(
        &[
            ("108", "145"),
            ("113.5", "150.5"),
            ("119", "155.5"),
            ("125", "160"),
            ("131", "155.5"),
            ("136.5", "150.5"),
            ("142", "145"),
        ],
        &format!("r=\"2.3\" fill=\"{GOLD}\""),
    );
    let pearls = dots(
        &[("102", "58.5"), ("113.5", "56"), ("125", "50"), ("136.5", "56"), ("148", "58.5")],
        &format!("r=\"3.7\" fill=\"{PAPER}\" stroke=\"currentColor\" stroke-width=\"2\""),
    );
    let petals = dots(
        &[
            ("176", "83.4"),
            ("184.17", "89.33"),
            ("181.07", "98.97"),
            ("170.93", "98.97"),
            ("167.83", "89.33"),
        ],
        &format!("r=\"7\" fill=\"{PAPER}\" stroke=\"currentColor\" stroke-width=\"2.2\""),
    );
    let face = face();
    format!(
        "<g id=\"court-Q\">{face}<path d=\"M118.5 128.5q6.5 4 13 0\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2.4\" stroke-linecap=\"round\"/>{necklace}\
         <path d=\"M98 80C98 70 101 64 103 62Q108 70 114 60Q119 68 125 54Q131 68 136 60Q142 70 147 62C149 64 152 70 152 80Z\" fill=\"{GOLD}\" stroke=\"currentColor\" stroke-width=\"2.4\" stroke-linejoin=\"round\"/>{pearls}\
         <rect x=\"96\" y=\"78\" width=\"58\" height=\"10\" rx=\"1.5\" fill=\"currentColor\"/><path d=\"M103 83H147\" stroke=\"{GOLD}\" stroke-width=\"2.4\" stroke-dasharray=\"2.4 4\"/>\
         <path d=\"M176 160C172 142 180 126 176 104\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2.6\"/><path d=\"M176 134C184 132 187 126 186 120C179 121 175 126 176 134ZM175.5 148C167 146 164 140 165 134C172 135 176 140 175.5 148Z\" fill=\"currentColor\"/>\
         {petals}<circle cx=\"176\" cy=\"92\" r=\"5.5\" fill=\"{GOLD}\" stroke=\"currentColor\" stroke-width=\"2\"/></g>"
    )
}

/// Ruff, cap with a plume, and an arrow.
fn jack() -> String {
    let face = face();
    format!(
        "<g id=\"court-J\">{face}<path d=\"M119.5 128H130.5\" stroke=\"currentColor\" stroke-width=\"2.4\" stroke-linecap=\"round\"/>\
         <path d=\"M98 141l6-5 5 8 6-5 4 8 6-5 6 5 4-8 6 5 5-8 6 5-10 9-17 12-17-12z\" fill=\"{PAPER}\" stroke=\"currentColor\" stroke-width=\"2\" stroke-linejoin=\"round\"/>\
         <path d=\"M97 82C95 62 110 52 128 53C146 54 155 66 153 82Z\" fill=\"currentColor\"/>\
         <path d=\"M147 70C158 66 160 50 179 47C186 46 188 52 184 59C178 72 164 80 147 78Z\" fill=\"{PAPER}\" stroke=\"currentColor\" stroke-width=\"2.2\" stroke-linejoin=\"round\"/><path d=\"M150 74.5C164 71 172 62 180 53M163 70.5 162 62M170 65.5V57\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\" stroke-linecap=\"round\"/>\
         <rect x=\"92\" y=\"78\" width=\"66\" height=\"10\" rx=\"5\" fill=\"{GOLD}\" stroke=\"currentColor\" stroke-width=\"2.2\"/><circle cx=\"147\" cy=\"76\" r=\"5\" fill=\"{GOLD}\" stroke=\"currentColor\" stroke-width=\"2\"/>\
         <path d=\"M176 160V92\" stroke=\"currentColor\" stroke-width=\"3.4\"/><path d=\"M176 84l7 13h-14z\" fill=\"{GOLD}\" stroke=\"currentColor\" stroke-width=\"2\" stroke-linejoin=\"round\"/></g>"
    )
}

fn frame() -> String {
    format!(
        "<rect id=\"frame\" x=\"58\" y=\"36\" width=\"134\" height=\"278\" rx=\"3\" fill=\"{PAPER}\" stroke=\"currentColor\" stroke-width=\"2.2\"/>"
    )
}

/// The band between the halves, and the frame once more above both.
fn band() -> String {
    format!(
        "<g id=\"band\" fill=\"none\"><path d=\"M58 175H192\" stroke=\"{PAPER}\" stroke-width=\"9\"/><path d=\"M58 175H192\" stroke=\"{GOLD}\" stroke-width=\"2.6\"/><path d=\"M58 170.7H192M58 179.3H192\" stroke=\"currentColor\" stroke-width=\"1.8\"/><rect x=\"58\" y=\"36\" width=\"134\" height=\"278\" rx=\"3\" stroke=\"currentColor\" stroke-width=\"2.2\"/><rect x=\"62\" y=\"40\" width=\"126\" height=\"270\" rx=\"1\" stroke=\"{GOLD}\"/></g>"
    )
}
