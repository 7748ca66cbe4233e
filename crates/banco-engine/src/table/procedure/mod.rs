//! One file for each regulated procedure.

pub(crate) mod bank_holder;
pub(crate) mod chemin_de_fer;
pub(crate) mod commitment;
pub(crate) mod curator;
pub(crate) mod cut;
pub(crate) mod dealing;
pub(crate) mod discard;
pub(crate) mod duty;
pub(crate) mod family;
pub(crate) mod floor;
pub(crate) mod hand_over;
pub(crate) mod house_money;
pub(crate) mod irregularity;
pub(crate) mod jackpot;
pub(crate) mod opening;
pub(crate) mod pass_over;
pub(crate) mod player_banked;
pub(crate) mod request;
pub(crate) mod result_only;
pub(crate) mod seats;
pub(crate) mod settlement;
pub(crate) mod shoe;
pub(crate) mod shuffle;
pub(crate) mod third_card;
pub(crate) mod vigorish;
pub(crate) mod wagering;
